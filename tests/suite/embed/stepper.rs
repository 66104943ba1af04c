//! Fixed timestep: frames of any length over steps of one length.

use crate::kit::*;
use carom::Stepper;
use carom::prelude::*;

#[test]
fn frames_add_up_to_steps() {
    let mut random = SplitMix64::new(3);
    let (mut world, mut stepper, mut time) = (World::default(), Stepper::default(), 0.0);
    for _ in 0..1000 {
        let frame = f64::from(random.range(0.0, 0.05));
        time += frame;
        let mut seen = 0;
        let steps = stepper.advance(&mut world, frame, |_| seen += 1).unwrap();
        assert_eq!(steps, seen);
        assert!((time * 60.0 - world.step_count() as f64 - f64::from(stepper.alpha())).abs() < 0.01);
    }
    assert_eq!(stepper.dropped(), 0.0);
}

#[test]
fn frames_of_a_step_make_one_step_each() {
    // An f32 is not quite 1/60, nor 0.016. Over the better part of an hour no frame has a step more or less.
    for dt in [1.0 / 60.0, 0.01, 0.016, 0.012, 0.007, 0.02, 1.0 / 144.0_f64] {
        let (mut world, mut stepper) = (World::new(WorldDef::default().dt(dt as f32)).unwrap(), Stepper::default());
        for frame in 0..200_000 {
            assert_eq!(stepper.advance(&mut world, dt, |_| {}), Ok(1), "dt {dt}, frame {frame}");
        }
    }
    let (mut world, mut stepper) = (World::default(), Stepper::default());
    let steps: u32 = (0..144 * 60).map(|_| stepper.advance(&mut world, 1.0 / 144.0, |_| {}).unwrap()).sum();
    assert_eq!(steps, 3600);
}

#[test]
fn a_slow_machine_drops_time_and_a_pause_stands_still() {
    let (mut world, mut stepper) = (World::default(), Stepper::default());
    assert_eq!(stepper.advance(&mut world, 1.0, |_| {}).unwrap(), 8);
    near(stepper.dropped(), 52.0 / 60.0, 1e-6);
    stepper.paused = true;
    assert_eq!(stepper.advance(&mut world, 1.0, |_| {}).unwrap(), 0);
    stepper.paused = false;
    assert_eq!(stepper.advance(&mut world, 0.001, |_| {}).unwrap(), 0);
    // However long the machine stood still, the next second is played.
    let dropped = stepper.dropped();
    assert_eq!(stepper.advance(&mut world, 1.0e9, |_| {}).unwrap(), 8);
    near((stepper.dropped() - dropped) * 1.0e-9, 1.0, 1e-6);
    assert_eq!(stepper.advance(&mut world, 0.1, |_| {}).unwrap(), 6);
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(stepper.advance(&mut world, bad, |_| {}).unwrap_err().to_string().starts_with("seconds:"));
    }
}

#[test]
fn what_is_drawn_moves_evenly() {
    let mut world = space();
    let key = world.add_body(crate_at(0.0, 0.0).velocity(vec2(6.0, 0.0)).angular_velocity(1.0)).unwrap();
    let mut stepper = Stepper::default();
    let mut last: Option<Pose> = None;
    for frame in 0..300 {
        stepper.advance(&mut world, 1.0 / 144.0, |_| {}).unwrap();
        let pose = stepper.pose(&world, key).unwrap();
        if let Some(last) = last.filter(|_| frame > 6) {
            near(pose.p.x - last.p.x, 6.0 / 144.0, 1e-4);
            near(last.q.inv_mul(pose.q).angle(), 1.0 / 144.0, 1e-4);
        }
        last = Some(pose);
    }
    assert!(world.remove_body(key) && stepper.pose(&world, key).is_none());
}

#[test]
fn steps_of_any_length_in_turn() {
    let mut random = SplitMix64::new(4);
    let mut world = sleepless();
    let keys = stack(&mut world, 0.0, 8);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(50.0, 300.0)).shape(disc(0.5))).unwrap();
    let mut time = 0.0_f64;
    for _ in 0..400 {
        let dt = random.range(1.0 / 200.0, 1.0 / 50.0);
        world.set_dt(dt).unwrap();
        play(&mut world, 1);
        time += f64::from(dt);
        let pressed: f32 = world.body(keys[0]).unwrap().contacts().map(|contact| contact.impulse().y.abs()).sum();
        // Eight boxes below, seven above.
        near(pressed / dt, 15.0 * 9.81, if time > 2.0 { 15.0 } else { 200.0 });
    }
    for (i, &key) in keys.iter().enumerate() {
        // Each contact may be a slop deep.
        near(at(&world, key).y, 0.5 + i as f64, 0.005 * (i + 1) as f64);
    }
    // The energy of a fall: v^2 = 2 g h holds for steps of any length, except for a part of a step.
    let fallen = f64::from(300.0 - at(&world, ball).y);
    near(fallen, 0.5 * f64::from(G) * time * time, 0.01 * fallen);
    near(f64::from(-velocity(&world, ball).y), f64::from(G) * time, 0.05);
}

#[test]
fn a_step_without_length_is_refused() {
    let mut world = space();
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 11.0] {
        let problem = world.set_dt(bad).unwrap_err().to_string();
        assert!(problem.starts_with("dt:"), "{problem}");
    }
    assert_eq!(world.def().dt, WorldDef::default().dt);
}

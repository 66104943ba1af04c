//! Threads behind Box2D's task callbacks: persistent workers and the caller of a step, who helps while it waits.
//! Workers spin for some microseconds before they sleep, so that the many short tasks of a step start at once.

use boxdd_sys::ffi::{b2TaskCallback, b2WorldDef};
use std::collections::VecDeque;
use std::ffi::c_void;
use std::hint::spin_loop;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Number of times that a worker looks for work before it sleeps: some 20 microseconds.
const SPINS: u32 = 2_000;

/// A task of Box2D.
struct Task {
    run: unsafe extern "C" fn(*mut c_void),
    context: *mut c_void,
    done: AtomicBool,
}

// SAFETY: Box2D hands a task over to be run once, on whatever thread.
unsafe impl Send for Task {}
// SAFETY: what is written after the task is made is atomic.
unsafe impl Sync for Task {}

#[derive(Default)]
struct Shared {
    queue: Mutex<VecDeque<Arc<Task>>>,
    /// Length of the queue, for workers that check without the lock.
    waiting: AtomicUsize,
    wake: Condvar,
    over: AtomicBool,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, VecDeque<Arc<Task>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, task: Arc<Task>) {
        let mut queue = self.queue();
        queue.push_back(task);
        self.waiting.store(queue.len(), Ordering::Release);
        drop(queue);
        self.wake.notify_one();
    }

    /// Runs a task, if one waits.
    fn run_one(&self) -> bool {
        if self.waiting.load(Ordering::Acquire) == 0 {
            return false;
        }
        let mut queue = self.queue();
        let Some(task) = queue.pop_front() else { return false };
        self.waiting.store(queue.len(), Ordering::Release);
        drop(queue);
        // SAFETY: this is the one time that the task is run; Box2D keeps its context until the task is finished.
        unsafe { (task.run)(task.context) };
        task.done.store(true, Ordering::Release);
        true
    }

    fn work(&self) {
        loop {
            let found = (0..SPINS).any(|_| {
                spin_loop();
                self.run_one()
            });
            if !found {
                let mut queue = self.queue();
                while queue.is_empty() && !self.over.load(Ordering::Acquire) {
                    queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
            if self.over.load(Ordering::Acquire) {
                return;
            }
        }
    }
}

/// Workers for one world.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts this many workers; the caller of a step is one more.
    ///
    /// # Errors
    /// A thread that cannot be started.
    pub fn new(workers: usize) -> io::Result<Box<Self>> {
        let mut pool = Box::new(Self { shared: Arc::default(), workers: Vec::new() });
        for i in 0..workers {
            let shared = Arc::clone(&pool.shared);
            pool.workers.push(Builder::new().name(format!("box2d-{i}")).spawn(move || shared.work())?);
        }
        Ok(pool)
    }

    /// Makes a world bring its tasks here. The pool must outlive it.
    pub fn install(&self, def: &mut b2WorldDef) {
        def.enqueueTask = Some(enqueue);
        def.finishTask = Some(finish);
        def.userTaskContext = Arc::as_ptr(&self.shared).cast_mut().cast();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        {
            let _queue = self.shared.queue();
            self.shared.over.store(true, Ordering::Release);
        }
        self.shared.wake.notify_all();
        for worker in self.workers.drain(..) {
            // A worker that panicked has printed so.
            let _ = worker.join();
        }
    }
}

/// Takes a task from Box2D and returns its handle.
unsafe extern "C" fn enqueue(run: b2TaskCallback, context: *mut c_void, user: *mut c_void) -> *mut c_void {
    let Some(run) = run else { return std::ptr::null_mut() };
    // SAFETY: `user` is what `install` gave: the shared part, alive as long as the world.
    let shared = unsafe { &*user.cast::<Shared>() };
    let task = Arc::new(Task { run, context, done: AtomicBool::new(false) });
    shared.push(Arc::clone(&task));
    Arc::into_raw(task).cast_mut().cast()
}

/// Waits for a task, and runs others in the meantime.
unsafe extern "C" fn finish(task: *mut c_void, user: *mut c_void) {
    // SAFETY: `user` as in `enqueue`; `task` is what `enqueue` returned, and Box2D finishes it once.
    let (shared, task) = unsafe { (&*user.cast::<Shared>(), Arc::from_raw(task.cast::<Task>().cast_const())) };
    while !task.done.load(Ordering::Acquire) {
        if !shared.run_one() {
            spin_loop();
        }
    }
}

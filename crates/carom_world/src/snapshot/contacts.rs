//! Snapshots of contacts: some 30 bytes each. A byte of flags says which numbers are not zero.

use crate::Error;
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use carom_solver::coloring::COLORS;
use carom_solver::{CachedChunk, ContactManifold, ContactPair, chunk_size};

use std::cmp::min;

type Result<T = ()> = std::result::Result<T, Error>;

pub(crate) fn write_contacts(s: &mut Writer, list: &[ContactPair]) -> Result {
    s.count(list.len())?;
    let mut before = 0;
    for contact in list {
        let mut contact = *contact;
        // Sorted by a, so that most differences take a byte.
        s.index(&mut contact.a.wrapping_sub(before))?;
        before = contact.a;
        inner(s, &mut contact)?;
    }
    Ok(())
}

/// Reads contacts of proxies below `proxies`.
pub(crate) fn read_contacts(s: &mut Reader<'_>, proxies: usize) -> Result<Vec<ContactPair>> {
    let count = s.count().at("contacts")?;
    let mut list: Vec<ContactPair> = Vec::with_capacity(count);
    for index in 0..count {
        let mut contact = ContactPair::default();
        s.index(&mut contact.a).and_then(|()| inner(s, &mut contact)).in_list("contacts", index)?;
        contact.a = contact.a.wrapping_add(list.last().map_or(0, |last| last.a));
        let known = contact.a < contact.b && (contact.b as usize) < proxies;
        let sorted = list.last().is_none_or(|last| last.key() < contact.key());
        let numbers = contact.normal_impulse.iter().chain(&contact.tangent_impulse).chain([&contact.rolling_impulse]);
        let color = usize::from(contact.color) < COLORS || contact.color == ContactPair::NO_COLOR;
        let wrong = if !known {
            "is of pieces that there are not"
        } else if !sorted {
            "is out of order"
        } else if !numbers.clone().copied().all(f32::is_finite) || contact.normal_impulse.iter().any(|&x| x < 0.0) {
            "has an impulse that is none"
        } else if contact.count == 0 && numbers.copied().any(|x| x != 0.0) {
            "has an impulse and does not touch"
        } else if contact.count > 2 || !color || (contact.count == 0 && contact.color != ContactPair::NO_COLOR) {
            "has a count or a color that is none"
        } else {
            list.push(contact);
            continue;
        };
        return Err(fault(&format!("contacts[{index}]"), wrong));
    }
    Ok(list)
}

/// Manifolds of cached chunks, which the solver may go on with: some 50 bytes a contact.
pub(crate) fn write_cached(
    s: &mut Writer,
    (contacts, unchanged): (&[ContactPair], usize),
    kept: &[CachedChunk],
) -> Result {
    s.count(min(unchanged, contacts.len()))?;
    s.count(kept.len())?;
    for CachedChunk { index: number, has_owner, manifolds: touches } in kept {
        s.count(*number)?;
        s.flag(&mut { *has_owner })?;
        let contacts = contacts.iter().skip(number * chunk_size(contacts.len()));
        for (_, touch) in contacts.zip(touches).filter(|(contact, _)| is_solved(contact)) {
            stance(s, &mut { *touch })?;
        }
    }
    Ok(())
}

/// Whether a cached chunk has a manifold of the contact. A chunk is cached if those without a color can push nobody. In
/// a forged image such a contact is not solved until the chunk is made anew.
fn is_solved(contact: &ContactPair) -> bool {
    contact.has_points() && contact.color != ContactPair::NO_COLOR
}

/// Reads the number of unchanged contacts, and the manifolds of cached chunks.
pub(crate) fn read_cached(s: &mut Reader<'_>, contacts: &[ContactPair]) -> Result<(usize, Vec<CachedChunk>)> {
    let (mut unchanged, size) = (0, chunk_size(contacts.len()));
    s.whole(&mut unchanged).at("unchanged")?;
    if unchanged > contacts.len() as u64 {
        return Err(fault("unchanged", format!("{unchanged} of {} contacts", contacts.len())));
    }
    let count = s.count().at("kept")?;
    let mut list: Vec<CachedChunk> = Vec::new();
    for index in 0..count {
        let (mut number, mut has_owner) = (0, false);
        s.index(&mut number).and_then(|()| s.flag(&mut has_owner)).in_list("kept", index)?;
        let number = number as usize;
        let follows = list.last().is_none_or(|last| last.index < number);
        if !follows || number >= contacts.len().div_ceil(size) {
            return Err(fault(&format!("kept[{index}]"), "is out of order, or no tile"));
        }
        let mut touches = Vec::with_capacity(size);
        for contact in contacts[number * size..].iter().take(size) {
            let mut touch = ContactManifold::default();
            if is_solved(contact) {
                stance(s, &mut touch).in_list("kept", index)?;
            }
            touches.push(touch);
        }
        list.push(CachedChunk { index: number, has_owner, manifolds: touches });
    }
    Ok((unchanged as usize, list))
}

/// The numbers of a manifold that are not zero.
fn stance(s: &mut impl Stream, touch: &mut ContactManifold) -> Result {
    let ContactManifold { normal: [a, b, c, d], surface: [e, f, g, h], anchors: [one, other], radii: [i, j], .. } =
        touch;
    let ([k, l, m, n], [o, p, q, r]) = (one, other);
    let numbers = [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r];
    let mut mask = (0..).zip(&numbers).fold(0, |mask, (k, number)| mask | u32::from(number.to_bits() != 0) << k);
    s.index(&mut mask)?;
    if mask >> numbers.len() != 0 {
        return Err(fault("", format!("{mask} has bits that mean nothing")));
    }
    for (_, number) in (0..).zip(numbers).filter(|(k, _)| mask >> k & 1 != 0) {
        s.number(number)?;
        if !number.is_finite() {
            return Err(fault("", "is not finite"));
        }
    }
    Ok(())
}

fn inner(s: &mut impl Stream, c: &mut ContactPair) -> Result {
    s.index(&mut c.b)?;
    // Two bits for the number of points, one for touching, two flags.
    debug_assert!(c.count < 4, "{} points", c.count);
    let mut head = c.count | u8::from(c.touching) << 2 | c.flags << 3;
    s.byte(&mut head)?;
    (c.count, c.touching, c.flags) = (head & 3, head & 4 != 0, head >> 3);
    if c.flags & !(ContactPair::PARTED | ContactPair::EMBEDDED) != 0 {
        return Err(fault("", format!("has flags {:#x} that mean nothing", c.flags)));
    }
    s.byte(&mut c.color)?;
    let ContactPair { normal_impulse: [n0, n1], tangent_impulse: [t0, t1], rolling_impulse: r, ids: [i0, i1], .. } = c;
    let mut words = [n0.to_bits(), n1.to_bits(), t0.to_bits(), t1.to_bits(), r.to_bits(), i0.0, i1.0];
    let mut mask = (0..).zip(words).fold(0, |mask, (k, word)| mask | u8::from(word != 0) << k);
    s.byte(&mut mask)?;
    for (k, word) in words.iter_mut().enumerate().filter(|(k, _)| mask >> k & 1 != 0) {
        // Feature ids are small numbers in both halves.
        if k < 5 { s.word(word)? } else { feature(s, word)? }
    }
    let [a, b, d, e, f, g, h] = words;
    [*n0, *n1, *t0, *t1, *r] = [a, b, d, e, f].map(f32::from_bits);
    (i0.0, i1.0) = (g, h);
    Ok(())
}

/// A feature id: its two halves.
fn feature(s: &mut impl Stream, word: &mut u32) -> Result {
    let (mut high, mut low) = (*word >> 16, *word & 0xFFFF);
    s.index(&mut high)?;
    s.index(&mut low)?;
    if high > 0xFFFF || low > 0xFFFF {
        return Err(fault("id", "is no feature"));
    }
    *word = high << 16 | low;
    Ok(())
}

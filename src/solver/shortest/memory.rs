//! Vectors that grow within a budget, and report when they cannot.

/// There is no room for more: the budget is used up, or the machine has no more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoRoom;

/// The bytes a vector holds.
pub(super) fn bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * size_of::<T>()
}

/// Makes sure that `more` items fit into `items` by allocating `spare` bytes at the most. The old
/// block is not counted as freed, for both exist while the items are copied.
pub(super) fn make_room<T>(items: &mut Vec<T>, more: usize, spare: usize) -> Result<(), NoRoom> {
    let needed = items.len() + more;
    if needed <= items.capacity() {
        return Ok(());
    }
    let capacity = (2 * items.capacity())
        .min(spare / size_of::<T>())
        .max(needed);
    if capacity * size_of::<T>() > spare {
        return Err(NoRoom);
    }
    let added = capacity - items.len();
    items.try_reserve_exact(added).map_err(|_| NoRoom)
}

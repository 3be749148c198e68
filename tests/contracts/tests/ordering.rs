//! The ordering contract on every registered scheme.

use std::thread;

use ordering::{MoveOrdering, SchemeVisitor};

struct Contract;

impl SchemeVisitor for Contract {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        contracts::ordering::<O>();
    }
}

#[test]
fn registered_schemes() {
    // A thread for each scheme, as the test harness has one for each test.
    thread::scope(|scope| {
        for &name in ordering::NAMES.iter() {
            scope.spawn(move || {
                ordering::dispatch(name, Contract).expect("a scheme of that name");
            });
        }
    });
}

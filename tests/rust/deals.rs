//! Decks and codes against what other software makes of the same numbers.

use eightoff::{Deck, GameCode};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::data::{cells, lines};

fn names(deck: &Deck) -> Vec<String> {
    deck.cards().iter().map(ToString::to_string).collect()
}

#[test]
fn decks_and_their_key_stream() {
    for line in lines("decks.txt") {
        let words: Vec<_> = line.split(' ').collect();
        let number: u32 = words[0].parse().unwrap();
        let mut key = [0; 32];
        key[..4].copy_from_slice(&number.to_le_bytes());
        let mut stream = ChaCha20Rng::from_seed(key);
        for word in &words[1..5] {
            assert_eq!(format!("{:08x}", stream.next_u32()), *word, "{number}");
        }
        assert_eq!(names(&Deck::numbered(number)), words[5..], "{number}");
    }
}

#[test]
fn microsoft_decks() {
    for line in lines("ms_decks.txt") {
        let (number, cards) = line.split_once(' ').unwrap();
        let deck = Deck::microsoft(number.parse().unwrap()).expect("1 or more");
        assert_eq!(names(&deck).join(" "), cards, "{number}");
    }
    assert_eq!(Deck::microsoft(0), None);
}

#[test]
fn codes() {
    for line in lines("codes.txt") {
        let words: Vec<_> = line.split(' ').collect();
        let code = GameCode {
            number: words[0].parse().unwrap(),
            cells: cells(words[1]),
        };
        assert_eq!(code.to_string(), words[2]);
        assert_eq!(words[2].parse(), Ok(code));
        assert_eq!(words[2].to_lowercase().parse(), Ok(code));
    }
}

//! Games between people.

use page_tests::{Page, STILL, role, with_site};

use crate::board::{By, IS_OVER, play, resign};

#[test]
fn two_people_play_by_a_link() {
    with_site(|site| {
        let [anna, ben] = Page::open_two(site, "/");
        for page in [&anna, &ben] {
            page.media(&[STILL]);
        }
        anna.click(role("button", "Make a table"));
        anna.see("input[readonly]");
        anna.is_sound();
        ben.go(&anna.string("document.querySelector('input[readonly]').value"));
        play(&anna, By::Keys, 1);
        play(&ben, By::Keys, 2);
        ben.reload();
        play(&anna, By::Keys, 3);
        ben.wait_until("document.querySelector('.turn-number')?.textContent === 'Turn 4'");
        site.stop();
        anna.see(".away");
        site.resume();
        anna.see_no_more(".away");
        for page in [&anna, &ben] {
            // That the server cannot be reached is told in the console by the browser itself.
            page.forget_console();
        }
        play(&ben, By::Keys, 4);
        assert_eq!(moves(&anna), moves(&ben));
        ben.is_sound();
        resign(&ben);
        anna.wait_until(IS_OVER);
        assert_eq!(anna.text(".end h2"), "You win");
        anna.no_console_errors();
    });
}

/// The moves that a page lists, once it lists those of the fourth turn.
fn moves(page: &Page) -> String {
    page.wait_until("document.querySelector('.turn-number').textContent === 'Turn 5'");
    page.text(".moves")
}

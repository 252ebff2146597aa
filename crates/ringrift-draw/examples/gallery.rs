//! Writes a gallery of pictures to a folder: positions of random games on every board, every piece, and film strips with every
//! kind of action, each in the light and the dark theme.
//!
//! `cargo run -p ringrift-draw --features png --example gallery -- FOLDER`

#[path = "../tests/draw/play.rs"]
mod play;

use std::error::Error;
use std::mem::discriminant;
use std::path::{Path, PathBuf};

use play::Ply;
use ringrift::{ByPlayer, Position};
use ringrift_draw::{Change, Frame, Options, PngSize, Theme, picture, png, strip};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("missing argument: the output folder")?);
    std::fs::create_dir_all(&folder)?;
    for theme in [Theme::Light, Theme::Dark] {
        let names = ByPlayer(["Ann", "Bob", "Çelik", "Dörte"].map(str::to_owned));
        let options = Options { theme, names, ..Options::default() };
        boards(&folder, &options)?;
        tall_stacks(&folder, &options)?;
        film(&folder, &options)?;
    }
    Ok(())
}

fn boards(folder: &Path, options: &Options) -> Result<(), Box<dyn Error>> {
    for (i, game) in play::GAMES.iter().enumerate() {
        let plies = play::plies(game, if game.contains("8 ") { 60 } else { 420 }, 3);
        let last = plies.last().ok_or("the game has no plies")?;
        let mut frame = Frame { title: "A random game".to_owned(), ..frame(plies.len(), last) };
        frame.highlights = frame.position.rules().board.iter_cells().skip(20).take(2).collect();
        save(folder, &format!("board{i}"), &picture(&frame, options)?, options)?;
    }
    Ok(())
}

fn tall_stacks(folder: &Path, options: &Options) -> Result<(), Box<dyn Error>> {
    let tall = "1".repeat(30) + &"2".repeat(33);
    let mixed = "12".repeat(6) + "111";
    let text = format!(
        "G square8 4p canon rings=200; S a1={tall},b1={mixed},c1=1234,d1=4,e1=44,f1=12,g1=3333,h1=2143144; \
         M1 a2; M2 b2; M3 c2; M4 d2; C1 a3,a4,b4; C2 c3,c4,d4; C3 e3,e4,f4; C4 g3,g4,h4; T 3"
    );
    let position = Position::parse(&text)?;
    let frame = Frame { subtitle: "Every piece".to_owned(), ..Frame::new(&position) };
    save(folder, "pieces", &picture(&frame, options)?, options)
}

fn film(folder: &Path, options: &Options) -> Result<(), Box<dyn Error>> {
    for (i, game) in [play::GAMES[0], play::GAMES[3]].into_iter().enumerate() {
        let plies: Vec<Ply> = (1..9).flat_map(|seed| play::plies(game, 200, seed)).collect();
        let mut chosen: Vec<&Ply> = Vec::new();
        for ply in plies.iter().rev() {
            if chosen.iter().all(|other| discriminant(&other.action) != discriminant(&ply.action)) {
                chosen.push(ply);
            }
        }
        let frames: Vec<Frame<'_>> = chosen.iter().enumerate().map(|(i, ply)| frame(i + 1, ply)).collect();
        save(folder, &format!("film{i}"), &strip(&frames, 4, options)?, options)?;
    }
    Ok(())
}

fn frame(number: usize, ply: &Ply) -> Frame<'_> {
    let changes = Change::of(&ply.before, ply.action).into_iter().collect();
    let subtitle = format!("ply {number}: {}", ply.before.action_text(ply.action));
    Frame { changes, subtitle, ..Frame::new(&ply.after) }
}

fn save(folder: &Path, name: &str, svg: &str, options: &Options) -> Result<(), Box<dyn Error>> {
    let name = format!("{name}-{:?}", options.theme).to_lowercase();
    std::fs::write(folder.join(format!("{name}.svg")), svg)?;
    std::fs::write(folder.join(format!("{name}.png")), png(svg, PngSize::Scale(1.5))?)?;
    println!("{name}: {} bytes of svg", svg.len());
    Ok(())
}

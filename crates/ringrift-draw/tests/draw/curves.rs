//! Plots of measured values.

use ringrift_draw::{Curve, CurvePlot, CurvePoint, DrawError, Options, curve_plot};
use roxmltree::Document;

fn plot(curves: usize) -> CurvePlot {
    let point = |(at, value)| CurvePoint { at, value, name: format!("{value} <ns>") };
    let curve = |number: usize| Curve {
        name: format!("work & {number}"),
        points: [(61.0, 100.0), (361.0, 250.0 * number as f64), (469.0, 900.0)].map(point).into(),
    };
    let curves = (0..curves).map(curve).collect();
    CurvePlot { title: "Cost <1>".to_owned(), values: "ns per action".to_owned(), axis: "cells".to_owned(), curves }
}

fn svg(plot: &CurvePlot) -> String {
    curve_plot(plot, &Options::default()).expect("the prefix is valid")
}

#[test]
fn every_curve_has_a_name_a_style_and_points() {
    let text = svg(&plot(4));
    let document = Document::parse(&text).expect("the plot is XML");
    let titles = |name: &str| {
        let nodes = document.descendants().filter(|node| node.has_tag_name("title") && node.text() == Some(name));
        nodes.count()
    };
    for number in 0..4 {
        assert_eq!(titles(&format!("work & {number}")), 2, "curve and legend");
    }
    assert_eq!(titles("100 <ns>"), 4);
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("circle")).count(), 12);
    assert_eq!(text.matches("stroke-dasharray=").count(), 6, "three dashed curves, and three in the legend");
}

#[test]
fn only_four_curves_are_drawn() {
    assert_eq!(svg(&plot(5)), svg(&plot(4)));
}

#[test]
fn empty_and_extreme_values_give_valid_documents() {
    let mut extreme = plot(1);
    for (point, value) in extreme.curves[0].points.iter_mut().zip([f64::NAN, f64::INFINITY, -1.0]) {
        point.value = value;
        point.at = value;
    }
    for plot in [plot(0), extreme] {
        let text = svg(&plot);
        assert!(Document::parse(&text).is_ok(), "{text}");
        assert!(!text.contains("NaN") && !text.contains("=\"inf"), "{text}");
    }
}

#[test]
fn invalid_prefixes_are_rejected() {
    let options = Options { prefix: "a b".to_owned(), ..Options::default() };
    assert_eq!(curve_plot(&plot(1), &options), Err(DrawError::Prefix));
}

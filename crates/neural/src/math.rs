//! Elementary functions with the same results on every machine.

/// Returns an approximation of `e` to the power of `x` with a relative error below 1e-5; 0 for `x` below -87.
///
/// Only additions, multiplications and bit operations in a fixed order, so every machine computes the same bits, and compilers can compute
/// several values at once.
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    let scaled = x.clamp(-87.0, 88.0) * std::f32::consts::LOG2_E;
    // Adding and subtracting 1.5 · 2^23 rounds to the nearest whole number.
    const ROUND: f32 = 12_582_912.0;
    let whole = (scaled + ROUND) - ROUND;
    let part = (scaled - whole) * std::f32::consts::LN_2;
    let series = 1.0
        + part * (1.0 + part * (0.5 + part * (1.0 / 6.0 + part * (1.0 / 24.0 + part * (1.0 / 120.0 + part / 720.0)))));
    let power = f32::from_bits(((whole as i32 + 127) << 23) as u32);
    if x < -87.0 { 0.0 } else { series * power }
}

/// Returns the natural logarithm.
pub(crate) fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// Replaces logits by their probabilities. All logits must be finite.
pub(crate) fn softmax(logits: &mut [f32]) {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in logits.iter_mut() {
        *logit = exp(*logit - highest);
    }
    let sum: f32 = logits.iter().sum();
    let scale = 1.0 / sum;
    for probability in logits.iter_mut() {
        *probability *= scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_close_to_the_exact_value() {
        for step in -8600..=8700 {
            let x = step as f32 / 100.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 1e-5, "{x}: {} {exact}", exp(x));
        }
        assert_eq!((exp(-100.0), exp(0.0)), (0.0, 1.0));
    }

    #[test]
    fn probabilities_of_logits_add_up_to_one() {
        let mut values = [1.0, -50.0, 3.0, 2.0, -200.0];
        softmax(&mut values);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{values:?}");
        assert!(values[2] > values[3] && values[3] > values[0]);
    }
}

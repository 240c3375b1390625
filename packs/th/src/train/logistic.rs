//! Logistic regression with a quadratic penalty, by L-BFGS. Only additions, multiplications, divisions and square roots are used, which give the
//! same bits on every machine.

use crate::train::corpus::ORDERS;
use crate::train::examples::Row;

/// The weight of the data against the penalty: small, as the rarer features are many and the sentences few.
const TRUST: f64 = 0.1;
const STEPS: usize = 120;
const MEMORY: usize = 8;

/// The weights of `features` features, and the bias at the end.
pub(crate) fn fit(rows: &[Row], features: usize) -> Vec<f64> {
    let trust = TRUST / ORDERS as f64;
    let mut weights = vec![0.0; features + 1];
    let (mut loss, mut slope) = objective(rows, trust, &weights);
    let mut memory: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..STEPS {
        let direction = newton(&memory, &slope);
        let fall = dot(&direction, &slope);
        let mut step = 1.0;
        let taken = loop {
            let tried: Vec<f64> = weights.iter().zip(&direction).map(|(w, d)| w - step * d).collect();
            let (new_loss, new_slope) = objective(rows, trust, &tried);
            if new_loss <= loss - 1e-4 * step * fall {
                break Some((tried, new_loss, new_slope));
            }
            step /= 2.0;
            if step < 1e-9 {
                break None;
            }
        };
        let Some((tried, new_loss, new_slope)) = taken else { break };
        let moved = difference(&tried, &weights);
        let bent = difference(&new_slope, &slope);
        if dot(&moved, &bent) > 1e-12 {
            memory.push((moved, bent));
            if memory.len() > MEMORY {
                memory.remove(0);
            }
        }
        let gain = loss - new_loss;
        (weights, loss, slope) = (tried, new_loss, new_slope);
        if gain < 1e-7 * loss {
            break;
        }
    }
    weights
}

/// The penalised loss and its slope.
fn objective(rows: &[Row], trust: f64, weights: &[f64]) -> (f64, Vec<f64>) {
    let own = weights.split_last().map_or(weights, |(_, own)| own);
    let mut loss = 0.0;
    let mut slope = vec![0.0; own.len()];
    let mut bias_slope = 0.0;
    for row in rows {
        let score = row.score(weights);
        let signed = if row.ends { score } else { -score };
        let wrong = 1.0 / (1.0 + exp(signed));
        loss += log1p_exp(-signed);
        let push = if row.ends { -wrong } else { wrong };
        bias_slope += push;
        for nth in &row.features {
            if let Some(value) = slope.get_mut(*nth) {
                *value += push;
            }
        }
    }
    for (value, weight) in slope.iter_mut().zip(own) {
        *value = *value * trust + weight;
    }
    slope.push(bias_slope * trust);
    (loss * trust + dot(own, own) / 2.0, slope)
}

/// The slope as seen through the curvature that the last steps met.
fn newton(memory: &[(Vec<f64>, Vec<f64>)], slope: &[f64]) -> Vec<f64> {
    let mut direction = slope.to_vec();
    let mut shares = Vec::new();
    for (moved, bent) in memory.iter().rev() {
        let share = dot(moved, &direction) / dot(moved, bent);
        add(&mut direction, bent, -share);
        shares.push(share);
    }
    if let Some((moved, bent)) = memory.last() {
        let scale = dot(moved, bent) / dot(bent, bent);
        direction.iter_mut().for_each(|value| *value *= scale);
    }
    for ((moved, bent), share) in memory.iter().zip(shares.into_iter().rev()) {
        let other = dot(bent, &direction) / dot(moved, bent);
        add(&mut direction, moved, share - other);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

fn add(to: &mut [f64], what: &[f64], times: f64) {
    for (value, add) in to.iter_mut().zip(what) {
        *value += add * times;
    }
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// e to the power of `x`, within 1e-14 of it; the standard library's depends on the machine.
fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    // Ten halvings bring any x under 0.7, where few terms of the series are enough.
    let small = x / 1024.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for nth in 1..=14 {
        term *= small / f64::from(nth);
        sum += term;
    }
    (0..10).fold(sum, |power, _| power * power)
}

/// ln(1 + e^x), by the series of the inverse hyperbolic tangent.
fn log1p_exp(x: f64) -> f64 {
    if x > 0.0 {
        return x + log1p_exp(-x);
    }
    // ln(1 + y) = 2 artanh(y / (2 + y)), and y / (2 + y) is at most 1/3.
    let y = exp(x);
    let ratio = y / (2.0 + y);
    let square = ratio * ratio;
    let mut power = ratio;
    let mut sum = 0.0;
    for nth in 0..18 {
        sum += power / f64::from(2 * nth + 1);
        power *= square;
    }
    2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::{exp, log1p_exp};

    #[test]
    fn own_functions_agree_with_the_standard_ones() {
        for nth in -400..400 {
            let x = f64::from(nth) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-11, "{x}");
            assert!((log1p_exp(x) - x.exp().ln_1p()).abs() < 1e-9, "{x}");
        }
    }
}

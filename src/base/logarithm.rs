//! A natural logarithm of basic operations alone: every platform computes the same bits, which its library need not.

const LN_2: f64 = std::f64::consts::LN_2;

/// The natural logarithm of a positive number.
pub fn ln(value: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff;
    const BIAS: i32 = 1023;
    let bits = value.to_bits();
    let exponent = i32::try_from((bits >> 52) & EXPONENT).unwrap_or(BIAS) - BIAS;
    let mantissa = f64::from_bits((bits & !(EXPONENT << 52)) | ((BIAS as u64) << 52));
    // The series of artanh converges fast for a mantissa between 1 and 2: the ratio is at most a third.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let (mut power, mut sum, mut odd) = (ratio, 0.0, 1.0);
    for _ in 0..20 {
        sum += power / odd;
        power *= square;
        odd += 2.0;
    }
    f64::from(exponent) * LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn it_is_the_logarithm() {
        for value in [0.001, 0.5, 1.0, 1.5, 1.999, 2.0, 3.7, 1000.0, 1e9] {
            assert!((ln(value) - f64::ln(value)).abs() < 1e-12, "{value}");
        }
    }
}

//! How well a type that the repository does not declare fits as another: by its name, and by the conversions of its language.

use crate::language::Conversions;

/// It does not fit.
pub(super) const NO: u8 = 0;
/// It fits as everything does, by boxing, or may fit.
pub(in crate::resolve) const LOOSE: u8 = 1;
/// It fits as what few types are.
pub(super) const CLOSE: u8 = 2;
/// It fits by boxing.
pub(super) const BOXES: u8 = 3;
/// It fits as the nearest supertype, or after the least widening; less where that is farther.
pub(super) const NEAR: u8 = 20;
/// It fits a type parameter, which is what it is then.
pub(super) const INFERRED: u8 = 29;
/// It is what is wanted.
pub(in crate::resolve) const EXACT: u8 = 30;

/// The type of arrays, where it has a name.
const ARRAY: &str = "Array";

/// How well a type that the repository does not declare fits.
pub(super) fn named(rules: &Conversions, given: &str, wanted: &str, is_declared: bool) -> u8 {
    let widened = |given: &str, wanted: &str| rules.widening(given, wanted).map_or(NO, near);
    let (text, of_text) = rules.text;
    match (rules.value(given), rules.value(wanted)) {
        // A type parameter of another function may be any type.
        _ if is_variable(given) => LOOSE,
        _ if given == wanted => EXACT,
        _ if rules.class_objects.first() == Some(&given) => class_object(rules, wanted),
        // A type of a library may take what its conversions lead to it, or be what they lead from.
        _ if rules.are_stated && !is_declared && !(rules.is_stated(given) && rules.is_stated(wanted)) => {
            stated(rules, given, wanted)
        }
        _ if given.ends_with("[]") || wanted.ends_with("[]") => array(rules, given, wanted),
        (Some(_), Some(_)) if !rules.is_box(given) && !rules.is_box(wanted) => widened(given, wanted),
        // What is boxed is unboxed only where nothing takes it as it is.
        (Some(value), Some(of)) if value == of => {
            if rules.is_box(given) && rules.is_value(wanted) {
                CLOSE
            } else {
                BOXES
            }
        }
        // Kotlin's literals fit what is wanted; Java unboxes, then widens.
        (Some(given), Some(wanted)) => widened(given, wanted).min(LOOSE),
        _ if rules.tops.contains(&wanted) => {
            if rules.is_box(given) {
                BOXES
            } else {
                LOOSE
            }
        }
        // No other type is that of classes.
        _ if is_declared || wanted == rules.class.0 => NO,
        (Some(of), None) => {
            let (of_numbers, of_boxes) = rules.of_numbers;
            let is_number = !rules.not_numbers.contains(&of);
            match (is_number || wanted == of_boxes) && of_numbers.contains(&wanted) {
                true if rules.is_box(given) => NEAR,
                true => CLOSE,
                false => NO,
            }
        }
        (None, Some(_)) if given == text || rules.not_unboxed.contains(&given) => NO,
        (None, Some(_)) => LOOSE,
        _ if given == text && of_text.contains(&wanted) => CLOSE,
        _ if given == text || wanted == text => NO,
        _ => LOOSE,
    }
}

/// How well the language's own value of a class fits: as nothing but its supertypes. One that a parameter takes any number of times
/// is an array.
fn class_object(rules: &Conversions, wanted: &str) -> u8 {
    match wanted {
        _ if rules.tops.contains(&wanted) || wanted == ARRAY => LOOSE,
        _ if rules.class_objects.contains(&wanted) => CLOSE,
        _ => NO,
    }
}

/// How well fits a type that a library declares, or to be one, where types may state conversions.
fn stated(rules: &Conversions, given: &str, wanted: &str) -> u8 {
    let of = if given == rules.text.0 { rules.text.1 } else { rules.of_numbers.0 };
    let is_close = rules.is_stated(given) && !given.ends_with("[]") && of.contains(&wanted);
    // What is unboxed is so by a cast alone.
    let is_boxed = rules.not_unboxed.contains(&given) && !rules.tops.contains(&wanted);
    if is_boxed {
        NO
    } else if is_close {
        CLOSE
    } else {
        LOOSE
    }
}

/// How well fits what is an array, or to be one.
fn array(rules: &Conversions, given: &str, wanted: &str) -> u8 {
    match (given.strip_suffix("[]"), wanted.strip_suffix("[]")) {
        (Some(given), Some(wanted)) if rules.is_value(given) || rules.is_value(wanted) => NO,
        (Some(_), Some(wanted)) if wanted == rules.object => CLOSE,
        (Some(_), Some(_)) => LOOSE,
        (Some(_), None) if rules.tops.contains(&wanted) || wanted == rules.of_arrays => LOOSE,
        (None, Some(_)) if given == rules.object || is_variable(given) => LOOSE,
        _ => NO,
    }
}

pub(super) fn near(distance: usize) -> u8 {
    NEAR - u8::try_from(distance).unwrap_or(u8::MAX).min(NEAR - BOXES - 1)
}

/// Whether a name is by custom that of a type parameter.
pub(in crate::resolve) fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The last part of a type's name.
pub(in crate::resolve) fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The place of the one that fits everywhere at least as well as each other, and somewhere better.
pub(super) fn best_fit(fits: &[Vec<u8>]) -> Option<usize> {
    let beats = |a: usize, b: usize| fits[a] != fits[b] && fits[a].iter().zip(&fits[b]).all(|(a, b)| a >= b);
    // What beats all others stays once it is reached.
    let last = (0..fits.len()).reduce(|best, other| if beats(other, best) { other } else { best })?;
    (0..fits.len()).all(|other| other == last || beats(last, other)).then_some(last)
}

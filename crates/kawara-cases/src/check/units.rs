//! The units before anything is laid.

use super::Faults;
use super::demands::Demands;
use super::subject::Subject;

pub(super) fn units(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    let units: Vec<&str> = subject.units().map(|unit| &subject.text[unit]).collect();
    if let Some(wanted) = &demands.units
        && !wanted.iter().map(|unit| unit.trim()).eq(units.iter().copied())
    {
        faults.push(format!("units:{:?}", units.iter().take(6).collect::<Vec<_>>()));
    }
    if demands.min_units.is_some_and(|least| units.len() < least) {
        faults.push("min_units".to_owned());
    }
    for whole in &demands.no_unit_boundary_inside {
        let places = subject.places(whole)?;
        let mut boundaries = subject.results.units.iter().flat_map(|&(start, end)| [start, end]);
        if boundaries.any(|at| places.iter().any(|place| place.start < at && at < place.end)) {
            faults.push(format!("unit_inside:{}", whole.chars().take(12).collect::<String>()));
        }
    }
    Ok(())
}

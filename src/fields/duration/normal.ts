const DATE = '(?:[1-9][0-9]{0,5}Y)?(?:(?:[1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9])D)?';
const HOURS = '(?:(?:[1-9]|1[0-9]|2[0-3])H)?';
const MINUTES = '(?:(?:[1-9]|[1-5][0-9])M)?';
const SECONDS = '(?:(?:[1-9]|[1-5][0-9]|0(?=\\.))(?:\\.[0-9]{0,5}[1-9])?S)?';

/** Durations that are their own normal form. A few others are, which are read to find that out. */
export const NORMAL = new RegExp(`^-?P(?=[0-9T])${DATE}(?:T(?=[0-9])${HOURS}${MINUTES}${SECONDS})?$`);

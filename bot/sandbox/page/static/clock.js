// What a clock must be behind by at least to follow another.
const MUCH = 60000;
let newest = 0;

/** Note the date of a message, in seconds: time on the other side may run ahead. */
export function saw(seconds) {
  newest = Math.max(newest, (seconds || 0) * 1000);
}

/** The time that phones show, in milliseconds. */
export function now() {
  return newest > Date.now() + MUCH ? newest : Date.now();
}

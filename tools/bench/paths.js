/** Paths of a service with many endpoints, which differ in their first segment, in their last, or beside a parameter. */
const shapes = [
  (n) => `/things${n}`,
  (n) => `/things${n}/{id}`,
  (n) => `/things${n}/{id}/parts`,
  (n) => `/{id}/kind${n}`,
  (n) => `/shop/{id}:verb${n}`,
];

/** The path of the nth endpoint. */
export function pathOf(n) {
  return shapes[n % shapes.length](n);
}

/** The paths of one shape among the first `count`. */
export function pathsOf(shape, count) {
  return Array.from({ length: count }, (_, n) => pathOf(n)).filter((_, n) => n % shapes.length === shape);
}

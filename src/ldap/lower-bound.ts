/**
 * The first place of a sorted list whose value is not below what is searched.
 *
 * @param size how many values the list has
 * @param isBelow whether the value at a place is below
 * @returns `size` if all are below
 */
export function lowerBound(size: number, isBelow: (place: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a key belongs to an unfinished composed character; Safari tells only by the old code 229. */
export function isComposing(event: { isComposing: boolean; keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

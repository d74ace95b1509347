/** Whether a text is the id of a resource: digits of a number that the database can hold. */
export function isSafeId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** What the fields of a form hold, by their names. */
export type Values = Readonly<Record<string, unknown>>

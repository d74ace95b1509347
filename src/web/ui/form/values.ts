/** Values of a form by field name. */
export type Values = Readonly<Record<string, unknown>>

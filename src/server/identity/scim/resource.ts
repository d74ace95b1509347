/** A resource of SCIM as JSON. */
export type Resource = Readonly<Record<string, unknown>>

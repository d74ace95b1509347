import { ApiError } from '../../lib/api-error'

/** The values of `scimType` that this server uses (RFC 7644, 3.12). */
export type ScimType =
  'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'uniqueness'

/** A refusal of SCIM. Source: docs/protocol/scim.md#errors. */
export class ScimError extends ApiError {
  constructor(
    message: string,
    { status = 400, scimType }: { status?: number; scimType?: ScimType } = {},
  ) {
    super(message, { status })
    this.scimType = scimType
  }

  readonly scimType: ScimType | undefined
}

/** The refusal of a resource that does not exist, or that SCIM does not show. */
export function noSuchResource(id: string): ScimError {
  return new ScimError(`Resource ${id} not found`, { status: 404 })
}

export function invalidValue(message: string): ScimError {
  return new ScimError(message, { scimType: 'invalidValue' })
}

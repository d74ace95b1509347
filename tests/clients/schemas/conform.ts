import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true })
const compiled = new Map<TSchema, ValidateFunction>()

/** Max faults in the message of a failure. */
const maxFaults = 12

/** The faults of a value for a client, one per line. */
export function faultsOf(schema: TSchema, value: unknown): string[] {
  let validate = compiled.get(schema)
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)))
  return validate(value) ? [] : (validate.errors ?? []).slice(0, maxFaults).map(describeFault)
}

/** Expects that a client can read the value. Unknown keys are ignored. */
export function expectToConform(schema: TSchema, value: unknown, what = 'value'): void {
  expect({ what, faults: faultsOf(schema, value) }).toEqual({ what, faults: [] })
}

/** `/realm_users/0/avatar_version must be integer, not "1"` */
function describeFault({ instancePath, message, keyword, params, data }: ErrorObject): string {
  const place = instancePath || '(all of it)'
  if (keyword === 'required') return `${place} ${message}`
  const allowed = keyword === 'enum' ? ` (${JSON.stringify(params['allowedValues'])})` : ''
  return `${place} ${message}${allowed}, not ${JSON.stringify(data)?.slice(0, 80)}`
}

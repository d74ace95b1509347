import { Type, type TObject } from '@sinclair/typebox'
import Ajv, { type ValidateFunction } from 'ajv'

import type { Endpoint } from '../declare/endpoint'

/** The whole successful answer of an endpoint, envelope included. */
export function responseSchemaOf(endpoint: Endpoint): TObject {
  return Type.Object({
    result: Type.Literal('success'),
    msg: Type.Literal(''),
    ...endpoint.response,
  })
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
const compiled = new WeakMap<Endpoint, ValidateFunction>()

/**
 * Compares an answer with what the endpoint declares, which is what the OpenAPI document tells.
 * Members that are not declared are as wrong as those that are missing.
 *
 * @param body the answer as JSON text
 * @throws Error, since it is our mistake and not the caller's
 */
export function checkResponse(endpoint: Endpoint, body: string): void {
  const check = compiled.get(endpoint) ?? compile(endpoint)
  if (check(JSON.parse(body))) return
  const reasons = ajv.errorsText(check.errors, { dataVar: 'response' })
  throw new Error(`${endpoint.method} ${endpoint.path} breaks its declaration: ${reasons}`)
}

function compile(endpoint: Endpoint): ValidateFunction {
  const check = ajv.compile({ ...responseSchemaOf(endpoint), additionalProperties: false })
  compiled.set(endpoint, check)
  return check
}

import { isUtf8 } from 'node:buffer'

import busboy from 'busboy'

import { MalformedRequestError } from '../errors'
import { maxFields, NotUtf8Error, TooManyFieldsError } from './urlencoded'

/** Max parts of any kind; parts that are not fields (files) are skipped. */
const maxParts = 2 * maxFields

/** The character that busboy puts in place of bytes that are not UTF-8. */
export const replacement = '\ufffd'

/**
 * Reads the fields of a multipart form; of repeated names the last one wins.
 *
 * @throws MalformedRequestError for a missing boundary, a form that ends early, bytes that are not
 * UTF-8 and too many parts
 */
export async function decodeMultipart(
  contentType: string,
  body: Buffer,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  // busboy replaces broken bytes silently: a replacement character counts as broken unless the whole body is
  // valid UTF-8, in which case the client sent that very character.
  const isBroken = isUtf8(body) ? () => false : (text: string) => text.includes(replacement)

  await new Promise<void>((resolve, reject) => {
    // A field cannot be longer than the body, whose size is bounded, so busboy truncates nothing.
    const parser = openParser(contentType, { fieldSize: body.length + 1 })
    parser.on('field', (name: string | undefined, value) => {
      if (name === undefined) return
      if (isBroken(name) || isBroken(value)) reject(new NotUtf8Error(name))
      fields.set(name, value)
    })
    parser.on('fieldsLimit', () => reject(new TooManyFieldsError()))
    parser.on('partsLimit', () => reject(new TooManyFieldsError()))
    parser.on('error', () => reject(malformed()))
    parser.on('close', resolve)
    parser.end(body)
  })
  return fields
}

/** @throws MalformedRequestError for a content type without a usable boundary */
export function openParser(contentType: string, limits: busboy.Limits): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { fields: maxFields, parts: maxParts, ...limits },
    })
  } catch {
    // busboy throws plain Errors, all of them about a content type without a usable boundary.
    throw malformed()
  }
}

export function malformed(): MalformedRequestError {
  return new MalformedRequestError('The multipart form is malformed or ends early.')
}

import { extname } from 'node:path'
import { lookup } from 'mime-types'
import type { IncomingFile } from '../../files'

const longestName = 100
const unknownType = 'application/octet-stream'

/**
 * The name of a file as it stands in addresses: letters and digits of any script, `.`, `_` and `-`.
 * Clients send whole paths, too. Source: client notes 3.1, 9.5.
 */
export function cleanFileName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replace(/^\.+/, '')
  return shorten(clean) || 'uploaded-file'
}

/** An ending stays, since it tells what the file is. */
function shorten(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= longestName) return name
  const ending = Array.from(extname(name)).slice(0, 20)
  return [...characters.slice(0, longestName - ending.length), ...ending].join('')
}

/** What a file says that it is, else what its name says. Nobody may rely on it. */
export function contentTypeOf({ name, contentType }: IncomingFile): string {
  const [told = ''] = contentType.toLowerCase().split(';')
  const isType = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,99}$/.test(told.trim())
  if (isType && told.trim() !== unknownType) return told.trim()
  return lookup(name) || unknownType
}

import { signal } from '@preact/signals'
import type { RealmImport } from './realm-import'
import { callWithFile } from '../../../data/api/call-with-file'
import { UnreachableError } from '../../../data/api/errors'
import { call } from '../../../data/api/call'

/** The upload of this page; it goes on while another section is shown. */
export const upload = signal<{ importId: number; share: number } | undefined>(undefined)

/** Attempts to send a part while the server does not answer. */
const mostAttempts = 5
const pauseMs = 2_000

/** Uploads an archive in parts, without holding it in memory. @throws as `call`; the import is then canceled */
export async function uploadArchive(
  { id, part_bytes: partBytes }: RealmImport,
  file: File,
): Promise<void> {
  const size = partBytes ?? file.size
  const parts = Math.ceil(file.size / size)
  try {
    for (let number = 0; number < parts; number += 1) {
      upload.value = { importId: id, share: number / parts }
      await sendPart(id, number, file.slice(number * size, (number + 1) * size))
    }
  } catch (error) {
    await call('DELETE /import/realm/{import_id}', { import_id: id }).catch(() => undefined)
    throw error
  } finally {
    upload.value = undefined
  }
}

async function sendPart(importId: number, number: number, content: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const args = { import_id: importId, number }
      await callWithFile('POST /import/realm/{import_id}/parts/{number}', args, {
        content,
        name: 'part',
      })
      return
    } catch (error) {
      if (!(error instanceof UnreachableError) || attempt === mostAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { fileLabel } from '../../../shared/rules/file-label'
import { RefusedError, UnreachableError } from '../api/errors'
import { randomName } from './alone'

/** A file upload in progress, or a failed one. */
export interface Upload {
  readonly key: string
  readonly file: File
  /** Text that stands in for the link until the upload is done. */
  readonly placeholder: string
  /** Share done, 0 to 1. */
  readonly progress: ReadonlySignal<number>
  /** Error message; undefined unless it failed. */
  readonly refusal: ReadonlySignal<string | undefined>
  /** Whether a failed upload would fail again. */
  isHopeless: boolean
}

/** Uploads for one text. */
export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>
  /** @returns placeholders to insert into the text */
  add(files: readonly File[]): string[]
  /** Aborts an upload, or dismisses a failed one. */
  cancel(key: string): void
  /** Starts a failed upload again. @returns its new placeholder */
  retry(key: string): string | undefined
  cancelAll(): void
}

export interface UploadsSurroundings {
  /** Max size of a file. */
  maxBytes(): number
  /** Replaces a placeholder by the link, or by nothing if the upload failed. */
  replace(placeholder: string, replacement: string): void
  /** Error text for a file that is too large. */
  tooLarge(maxBytes: number): string
  upload: UploadFile
}

/** @throws RefusedError, UnreachableError, the signal's reason */
export type UploadFile = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<string>

interface Running extends Upload {
  progress: Signal<number>
  refusal: Signal<string | undefined>
  ended: AbortController
}

/** Max uploads at once: browsers limit connections per host, and the app needs some itself. */
const atOnce = 2

/** Matches placeholders left over from uploads that a reload interrupted. */
const placeholders = /\[Uploading [^\]\n]*…\]\(\)\n?/g

export function withoutPlaceholders(text: string): string {
  return text.replace(placeholders, '')
}

/** Whether a file is on its way to the server; a failed upload is not. */
export function isUploading({ list }: Uploads): boolean {
  return list.value.some(({ refusal }) => refusal.value === undefined)
}

/**
 * Puts a link in the place of its placeholder, or at the end if the writer has deleted the placeholder, so that the
 * upload is not lost. An empty replacement leaves no blanks behind, which would count as a begun text.
 */
export function withReplaced(text: string, placeholder: string, replacement: string): string {
  const replaced = text.replace(placeholder, () => replacement)
  if (text.includes(placeholder)) return replaced.trim() === '' ? '' : replaced
  if (replacement === '') return text
  return text === '' ? replacement : `${text}\n${replacement}`
}

export function createUploads(around: UploadsSurroundings): Uploads {
  const list = signal<readonly Running[]>([])
  const waiting: Running[] = []
  let running = 0

  function begin(file: File, taken: readonly string[]): Running {
    const upload: Running = {
      key: randomName(),
      file,
      placeholder: placeholderOf(file.name, taken),
      progress: signal(0),
      refusal: signal<string | undefined>(undefined),
      isHopeless: false,
      ended: new AbortController(),
    }
    list.value = [...list.peek(), upload]
    waiting.push(upload)
    return upload
  }

  function next(): void {
    while (running < atOnce) {
      const upload = waiting.shift()
      if (!upload) return
      if (upload.ended.signal.aborted) continue
      running += 1
      void work(upload).finally(() => {
        running -= 1
        next()
      })
    }
  }

  async function work(upload: Running): Promise<void> {
    const { file, placeholder, ended } = upload
    try {
      const limit = around.maxBytes()
      if (file.size > limit) throw new TooLargeError(around.tooLarge(limit))
      const url = await around.upload(
        file,
        (share) => {
          upload.progress.value = share
        },
        ended.signal,
      )
      around.replace(placeholder, `[${fileLabel(file.name)}](${url})`)
      drop(upload)
    } catch (error) {
      around.replace(placeholder, '')
      if (ended.signal.aborted) return drop(upload)
      upload.isHopeless = error instanceof TooLargeError
      upload.refusal.value = error instanceof Error ? error.message : String(error)
    }
  }

  function drop(upload: Running): void {
    list.value = list.peek().filter((other) => other !== upload)
  }

  function cancel(key: string): void {
    const upload = list.peek().find((each) => each.key === key)
    if (!upload) return
    upload.ended.abort()
    around.replace(upload.placeholder, '')
    drop(upload)
  }

  function add(files: readonly File[]): string[] {
    const taken = list.peek().map(({ placeholder }) => placeholder)
    const added: string[] = []
    for (const file of files) added.push(begin(file, [...taken, ...added]).placeholder)
    // Start after the caller has inserted the placeholders.
    queueMicrotask(next)
    return added
  }

  return {
    list,
    add,
    cancel,
    retry(key) {
      const upload = list.peek().find((each) => each.key === key)
      if (!upload) return undefined
      drop(upload)
      return add([upload.file])[0]
    },
    cancelAll() {
      for (const { key } of list.peek()) cancel(key)
    },
  }
}

class TooLargeError extends Error {}

/** Makes a unique placeholder, so that each upload finds its own in the text. */
function placeholderOf(name: string, taken: readonly string[]): string {
  const text = fileLabel(name)
  for (let number = 1; ; number += 1) {
    const placeholder = `[Uploading ${text}${number > 1 ? ` (${number})` : ''}…]()`
    if (!taken.includes(placeholder)) return placeholder
  }
}

/** Uploads by XMLHttpRequest, since `fetch` reports no upload progress. Source: docs/protocol/uploads.md#upload. */
export const uploadFile: UploadFile = (file, onProgress, ended) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/json/user_uploads')
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const answer = request.response as { url?: string } | null
      if (request.status === 200 && answer?.url !== undefined) resolve(answer.url)
      else reject(RefusedError.of(request.status, answer))
    }
    request.onerror = () => {
      reject(new UnreachableError())
    }
    ended.addEventListener('abort', () => {
      request.abort()
      reject(ended.reason as Error)
    })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })

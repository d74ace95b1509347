import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Uploads } from '../../data/send/uploads'

/**
 * Accepts drops of files anywhere on the page; otherwise the browser leaves the page to show the file.
 * @param uploads without them, files are not accepted
 * @param attach receives dropped files
 * @returns whether files are over the page
 */
export function useFileDrop(
  uploads: Uploads | undefined,
  attach: (files: Iterable<File>) => void,
): ReadonlySignal<boolean> {
  const isDroppable = useSignal(false)
  useEffect(() => {
    if (!uploads) return undefined
    const ended = new AbortController()
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isDroppable.value = true
    }
    const leave = (event: DragEvent) => {
      // Without a next element, the pointer has left the window.
      if (event.relatedTarget === null) isDroppable.value = false
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isDroppable.value = false
      attach(event.dataTransfer?.files ?? [])
    }
    addEventListener('dragover', allow, ended)
    addEventListener('dragleave', leave, ended)
    addEventListener('drop', drop, ended)
    return () => {
      ended.abort()
    }
  }, [uploads])
  return isDroppable
}

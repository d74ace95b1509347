import { isUploading } from './uploads'
import type { Uploads } from './uploads'

type Replace = (placeholder: string, replacement: string) => void

/** Uploads for the texts of message editors; they continue while the row of an editor is not rendered. */
export interface EditUploads {
  /**
   * @param replace changes the text of the edit; called also while its editor is closed
   * @returns the uploads of this edit
   */
  of(messageId: number, replace: Replace): Uploads
  /** Aborts the uploads of an edit that was saved or given up. */
  end(messageId: number): void
  /** Whether a file is on its way to the server. */
  isBusy(): boolean
}

export function createEditUploads(createUploads: (replace: Replace) => Uploads): EditUploads {
  const edits = new Map<number, { uploads: Uploads; replace: Replace }>()

  function begin(messageId: number, replace: Replace) {
    const edit = {
      replace,
      uploads: createUploads((placeholder, replacement) => {
        edit.replace(placeholder, replacement)
      }),
    }
    edits.set(messageId, edit)
    return edit
  }

  return {
    of(messageId, replace) {
      const edit = edits.get(messageId) ?? begin(messageId, replace)
      edit.replace = replace
      return edit.uploads
    },
    end(messageId) {
      const edit = edits.get(messageId)
      edits.delete(messageId)
      edit?.uploads.cancelAll()
    },
    isBusy: () => [...edits.values()].some(({ uploads }) => isUploading(uploads)),
  }
}

import { useEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'
import * as t from '../../texts/catalog'
import type { Upload, Uploads } from '../../data/send/uploads'
import { IconButton } from '../../ui/icon-button/icon-button'
import { insertIntoField } from './edit-field'
import styles from './upload-list.module.css'

interface UploadListProps {
  uploads: Uploads
  /** The field that receives the link of an uploaded file. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** Running and failed uploads. */
export function UploadList({ uploads, field }: UploadListProps) {
  if (uploads.list.value.length === 0) return null
  return (
    <ul role="list" class={styles['list']}>
      {uploads.list.value.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onCancel={() => {
            uploads.cancel(upload.key)
            field.current?.focus()
          }}
          onRetry={() => {
            const placeholder = uploads.retry(upload.key)
            if (placeholder !== undefined && field.current) {
              insertIntoField(field.current, `${placeholder} `)
            }
          }}
        />
      ))}
    </ul>
  )
}

interface UploadRowProps {
  upload: Upload
  onCancel: () => void
  onRetry: () => void
}

function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const { file } = upload
  const refusal = upload.refusal.value
  return (
    <li class={styles['row']}>
      {file.type.startsWith('image/') && <Thumbnail file={file} />}
      {refusal === undefined ? (
        <>
          <bdi class={styles['name']}>{file.name}</bdi>
          <progress
            class={styles['progress']}
            aria-label={t.compose.uploadProgress(file.name)}
            value={upload.progress.value}
          />
          <IconButton icon="x" label={t.compose.cancelUpload(file.name)} onClick={onCancel} />
        </>
      ) : (
        <>
          <span class={styles['refusal']} role="alert">
            {t.compose.uploadFailed(file.name, refusal)}
          </span>
          {!upload.isHopeless && (
            <button type="button" class="button" onClick={onRetry}>
              {t.compose.retryUpload}
            </button>
          )}
          <IconButton icon="x" label={t.compose.dismiss} onClick={onCancel} />
        </>
      )}
    </li>
  )
}

function Thumbnail({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (picture.current) picture.current.src = address
    return () => {
      URL.revokeObjectURL(address)
    }
  }, [file])
  return <img ref={picture} class={styles['thumbnail']} alt="" width={32} height={32} />
}

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RealmImport } from './realm-import'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { ImportReport } from './import-report'
import { upload } from './upload-archive'
import styles from './imports.module.css'

interface ImportCardProps {
  job: RealmImport
  /** Whether the card takes the place of the form that had the focus. */
  takesFocus: boolean
}

/** The import that has not ended: its progress, its report, and the buttons that start and cancel it. */
export function ImportCard({ job, takesFocus }: ImportCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && !document.activeElement?.matches('input, textarea')) heading.current?.focus()
  }, [])
  const refusal = useSignal<string | undefined>(undefined)
  const isCancelling = useSignal(false)

  async function start(): Promise<void> {
    refusal.value = undefined
    try {
      await call('POST /import/realm/{import_id}/start', { import_id: job.id })
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  return (
    <section class={styles['card']} aria-label={job.file_name}>
      <h3 ref={heading} tabIndex={-1}>
        {job.file_name}
      </h3>
      <p role="status">
        {job.is_cancelled ? t.realmImports.cancelling : t.realmImports.states[job.state]}
      </p>
      <Progress job={job} />
      {job.waits_for_file && <p class="notice">{t.realmImports.waits}</p>}
      {job.error !== null && <p class="notice bad">{job.error}</p>}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      {job.state === 'checked' && (
        <>
          {job.error === null && <p>{t.realmImports.checkedNote}</p>}
          <ImportReport job={job} />
        </>
      )}
      <p class={styles['buttons']}>
        {job.state === 'checked' && (
          <button type="button" class="button primary" onClick={() => void start()}>
            {job.error === null ? t.realmImports.start : t.realmImports.goOn}
          </button>
        )}
        {!job.is_cancelled && (
          <button type="button" class="button" onClick={() => (isCancelling.value = true)}>
            {t.realmImports.cancel}
          </button>
        )}
      </p>
      {isCancelling.value && (
        <ConfirmDialog
          title={t.realmImports.cancelTitle}
          action={t.realmImports.cancel}
          isDangerous
          onConfirm={() => call('DELETE /import/realm/{import_id}', { import_id: job.id })}
          onClose={() => (isCancelling.value = false)}
        >
          <p>{t.realmImports.cancelNote}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Progress({ job }: { job: RealmImport }) {
  const { state, records_read: read, records_total: total, records_per_second: rate } = job
  const label = t.realmImports.states[state]
  if (state === 'checked') return null
  if (state === 'uploading') {
    if (upload.value?.importId !== job.id) return <p>{t.realmImports.unfinishedUpload}</p>
    return <progress class={styles['progress']} aria-label={label} value={upload.value.share} />
  }
  const of = state === 'importing' ? total : null
  const numbers = [t.realmImports.read(of === null ? read : Math.min(read, of), of)]
  if (rate !== null && rate > 0) {
    numbers.push(t.realmImports.rate(rate))
    if (of !== null) numbers.push(t.realmImports.left(Math.max(0, of - read) / rate))
  }
  return (
    <>
      <progress
        class={styles['progress']}
        aria-label={label}
        {...(of === null ? {} : { value: read, max: Math.max(1, of) })}
      />
      <p class={styles['numbers']}>{numbers.join(' · ')}</p>
    </>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { FieldFrame } from '../../../ui/form/fields'
import { Markdown } from '../../../parts/markdown/markdown'
import styles from './linkifiers.module.css'

const pauseMs = 300

/** Test field: the text as the server renders it, rendered again when linkifiers change. */
export function TestField() {
  const { store } = useApp()
  const text = useSignal('')
  const rendered = useSignal<{ html: string } | { refusal: string } | undefined>(undefined)
  const linkifiers = store.read('realm_linkifiers')
  const { value: content } = text

  useEffect(() => {
    if (content.trim() === '') {
      rendered.value = undefined
      return undefined
    }
    const left = new AbortController()
    const { signal } = left
    const pause = setTimeout(() => {
      call('POST /messages/render', { content }, { signal }).then(
        (answer) => (rendered.value = { html: answer.rendered }),
        (error: unknown) => {
          if (!signal.aborted) rendered.value = { refusal: reasonOf(error) }
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      left.abort()
    }
  }, [content, linkifiers])

  return (
    <div class={styles['test']}>
      <FieldFrame label={t.linkifiers.test} hint={t.linkifiers.testHint}>
        {(tie) => (
          <input
            class="field"
            type="text"
            {...tie}
            maxLength={1000}
            value={content}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        )}
      </FieldFrame>
      {rendered.value && (
        <div role="region" aria-label={t.linkifiers.result} class={styles['result']}>
          {'html' in rendered.value ? (
            <Markdown html={rendered.value.html} />
          ) : (
            <p class="notice bad" role="alert">
              {rendered.value.refusal}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { textLimits } from '../../../shared/rules/text-limits'
import { sizeOf } from '../../data/send/limits'
import { Markdown } from '../markdown/markdown'
import styles from './preview.module.css'

type Rendering = { html: string } | { refusal: string } | undefined

interface PreviewProps {
  text: string
  /** Accessible name, if the text is not a message. */
  label?: string
}

/** Server-rendered preview of a text. */
export function Preview({ text, label = t.compose.preview }: PreviewProps) {
  const rendering = useSignal<Rendering>(undefined)
  const isEmpty = text.trim() === ''
  const excess = sizeOf(text) - textLimits.contentBytes

  useEffect(() => {
    if (isEmpty || excess > 0) return undefined
    const left = new AbortController()
    rendering.value = undefined
    const signal = left.signal
    call('POST /messages/render', { content: text }, { signal }).then(
      ({ rendered }) => (rendering.value = { html: rendered }),
      (error: unknown) => {
        if (!left.signal.aborted) rendering.value = { refusal: reasonOf(error) }
      },
    )
    return () => {
      left.abort()
    }
  }, [text])

  return (
    <div class={styles['preview']} role="region" aria-label={label}>
      <Content text={text} excess={excess} rendering={rendering.value} />
    </div>
  )
}

function Content(props: { text: string; excess: number; rendering: Rendering }) {
  const { text, excess, rendering } = props
  if (text.trim() === '') return <p class={styles['faint']}>{t.compose.nothingToPreview}</p>
  if (excess > 0) return <p class={styles['faint']}>{t.compose.tooLong(excess)}</p>
  if (!rendering) return <p class={styles['faint']}>{t.compose.rendering}</p>
  if ('refusal' in rendering) {
    return (
      <p class="notice bad" role="alert">
        {rendering.refusal}
      </p>
    )
  }
  return <Markdown html={rendering.html} />
}

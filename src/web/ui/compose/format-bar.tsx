import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { IconButton } from '../icon-button/icon-button'
import type { IconName } from '../icon/names'
import { EmojiPicker } from '../emoji-picker/emoji-picker'
import type { Format } from './format'
import { SnippetMenu } from './snippet-menu'
import styles from './format-bar.module.css'

interface FormatBarProps {
  onFormat: (kind: Format) => void
  /** Absent if files cannot be attached. */
  onAttach?: ((files: Iterable<File>) => void) | undefined
  onEmoji: (name: string) => void
  /** Receives the text of a saved snippet. */
  onSnippet: (text: string) => void
  isPreviewed: boolean
  onPreview: () => void
}

const formats: readonly { kind: Format; icon: IconName }[] = [
  { kind: 'bold', icon: 'bold' },
  { kind: 'italic', icon: 'italic' },
  { kind: 'link', icon: 'link' },
  { kind: 'list', icon: 'list' },
  { kind: 'numberedList', icon: 'list-ordered' },
  { kind: 'quote', icon: 'text-quote' },
  { kind: 'code', icon: 'code' },
]

/** Buttons for formatting, attachments, emoji, snippets and the preview. */
export function FormatBar(props: FormatBarProps) {
  const { onFormat, onAttach, onEmoji, onSnippet, isPreviewed, onPreview } = props
  const files = useRef<HTMLInputElement>(null)
  const emojiButton = useRef<HTMLButtonElement>(null)
  const isChoosing = useSignal(false)
  return (
    <div class={styles['bar']}>
      {onAttach && !isPreviewed && (
        <>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={({ currentTarget }) => {
              onAttach(currentTarget.files ?? [])
              // Cleared, so that choosing the same file again fires `change`.
              currentTarget.value = ''
            }}
          />
          <IconButton
            icon="paperclip"
            label={t.compose.attach}
            onClick={() => files.current?.click()}
          />
        </>
      )}
      {!isPreviewed && (
        <IconButton
          icon="smile-plus"
          label={t.compose.emoji}
          buttonRef={emojiButton}
          onClick={() => {
            isChoosing.value = true
          }}
        />
      )}
      {!isPreviewed && <SnippetMenu onChoose={onSnippet} />}
      {!isPreviewed && (
        <div class={styles['formats']} role="group" aria-label={t.compose.formatting}>
          {formats.map(({ kind, icon }) => (
            <IconButton
              key={kind}
              icon={icon}
              label={t.compose[kind]}
              onClick={() => {
                onFormat(kind)
              }}
            />
          ))}
        </div>
      )}
      <IconButton
        icon={isPreviewed ? 'pencil' : 'eye'}
        label={isPreviewed ? t.compose.write : t.compose.preview}
        onClick={onPreview}
      />
      {isChoosing.value && emojiButton.current && (
        <EmojiPicker
          anchor={emojiButton.current}
          onChoose={({ emoji_name: name }) => {
            isChoosing.value = false
            onEmoji(name)
          }}
          onClose={() => {
            isChoosing.value = false
          }}
        />
      )}
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { IconButton } from '../../ui/icon-button/icon-button'
import type { IconName } from '../../lib/icon-names'
import { EmojiPicker } from '../emoji-picker/emoji-picker'
import type { Format } from './format'
import { SnippetMenu } from './snippet-menu'
import { useNewCall } from './use-new-call'
import styles from './format-bar.module.css'

interface FormatBarProps {
  onFormat: (kind: Format) => void
  /** Absent if files cannot be attached. */
  onAttach?: ((files: Iterable<File>) => void) | undefined
  /** Receives the emoji as text, such as `:smile:`. */
  onEmoji: (text: string) => void
  /** Receives the text of a saved snippet, or the link to a call. */
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
  const isUnfolded = useSignal(false)
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
      {!isPreviewed && (
        <span class={styles['inserts']}>
          <SnippetMenu onChoose={onSnippet} />
          <CallButton onChoose={onSnippet} />
        </span>
      )}
      {!isPreviewed && (
        <IconButton
          icon="type"
          class={styles['unfold']}
          label={t.compose.formatting}
          isPressed={isUnfolded.value}
          onClick={() => (isUnfolded.value = !isUnfolded.value)}
        />
      )}
      {!isPreviewed && (
        <div
          class={styles['formats']}
          role="group"
          aria-label={t.compose.formatting}
          data-unfolded={isUnfolded.value}
        >
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
          hasTones
          onChoose={({ emoji_name: name }, toned) => {
            isChoosing.value = false
            onEmoji(toned ?? `:${name}:`)
          }}
          onClose={() => {
            isChoosing.value = false
          }}
        />
      )}
    </div>
  )
}

/** Inserts a link to a new video call; absent if the organization has none. */
function CallButton({ onChoose }: { onChoose: (text: string) => void }) {
  const newCall = useNewCall()
  if (!newCall) return null
  return (
    <IconButton
      icon="video"
      label={t.calls.add}
      onClick={() => {
        onChoose(`${newCall().invitation} `)
      }}
    />
  )
}

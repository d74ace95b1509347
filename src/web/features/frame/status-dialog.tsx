import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Emoji } from '../../data/emoji/reactions'
import { Dialog } from '../../ui/dialog/dialog'
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph'
import { EmojiPicker } from '../../parts/emoji-picker/emoji-picker'
import { Icon } from '../../ui/icon/icon'
import { statusOf } from '../../parts/person/status'
import { laterTime } from '../../texts/later-time'
import { timeForm } from '../../texts/time-form'
import { endKinds, statusEndsAt } from './status-ends'
import type { EndKind } from './status-ends'
import styles from './status-dialog.module.css'

/** `known`: as the status ends already. */
type StatusEnd = EndKind | 'known'

/** Unix time; undefined: the status stays. */
function endOf(end: StatusEnd, known: number | undefined): number | undefined {
  return end === 'known' ? known : statusEndsAt(end, Date.now() / 1000, timeForm.value.zone)
}

interface Suggestion {
  text: string
  emoji: Emoji
}

const suggestion = (text: string, emoji_name: string, emoji_code: string): Suggestion => ({
  text,
  emoji: { emoji_name, emoji_code, reaction_type: 'unicode_emoji' },
})

const suggestions: readonly Suggestion[] = [
  suggestion(t.status.suggested.busy, 'working_on_it', '1f6e0'),
  suggestion(t.status.suggested.meeting, 'calendar', '1f4c5'),
  suggestion(t.status.suggested.commuting, 'bus', '1f68c'),
  suggestion(t.status.suggested.sick, 'hurt', '1f915'),
  suggestion(t.status.suggested.vacation, 'palm_tree', '1f334'),
  suggestion(t.status.suggested.home, 'house', '1f3e0'),
]

/** Source: docs/protocol/presence.md#update-status. */
const longestStatus = 60

/** Dialog for the reader's status, which may end by itself. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const { store } = useApp()
  const now = statusOf(store.state.user_status, store.state.user_id)
  const settings = store.state.user_settings
  const text = useSignal(now?.status_text ?? '')
  const emoji = useSignal<Emoji | undefined>(now?.emoji_code ? now : undefined)
  const isChoosing = useSignal(false)
  const emojiButton = useRef<HTMLButtonElement>(null)
  const ends = useSignal<StatusEnd>(now?.ends_at === undefined ? 'never' : 'known')
  const refusal = useSignal<string | undefined>(undefined)
  const formId = useId()

  async function save(words: string, sign: Emoji | undefined): Promise<void> {
    const { emoji_name = '', emoji_code = '', reaction_type } = sign ?? {}
    const isEmpty = words === '' && sign === undefined
    const args = {
      status_text: words,
      emoji_name,
      ...(sign ? { emoji_code, reaction_type } : {}),
      ends_at: isEmpty ? undefined : endOf(ends.value, now?.ends_at),
    }
    try {
      await call('POST /users/me/status', args)
      onClose()
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  return (
    <Dialog
      title={t.status.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={() => void save('', undefined)}>
            {t.status.clear}
          </button>
          <button form={formId} class="button primary">
            {t.status.save}
          </button>
        </>
      }
    >
      <form
        id={formId}
        class={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save(text.value.trim(), emoji.value)
        }}
      >
        <button
          ref={emojiButton}
          type="button"
          class={`icon-button ${styles['emoji']}`}
          aria-label={t.status.emoji(emoji.value?.emoji_name.replaceAll('_', ' '))}
          title={t.status.emoji()}
          onClick={() => (isChoosing.value = true)}
        >
          {emoji.value ? <EmojiGlyph emoji={emoji.value} /> : <Icon name="smile-plus" />}
        </button>
        <label>
          {t.status.text}
          <input
            class="field"
            autofocus
            maxLength={longestStatus}
            placeholder={t.status.placeholder}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <label class={styles['end']}>
          {t.statusEnd.label}
          <select
            class="field"
            value={ends.value}
            onChange={(event) => (ends.value = event.currentTarget.value as StatusEnd)}
          >
            {now?.ends_at !== undefined && (
              <option value="known">
                {t.statusEnd.known(laterTime(now.ends_at, settings.twenty_four_hour_time))}
              </option>
            )}
            {endKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t.statusEnd.kinds[kind]}
              </option>
            ))}
          </select>
        </label>
      </form>
      <ul role="list" class={styles['suggestions']} aria-label={t.status.suggestions}>
        {suggestions.map((one) => (
          <li key={one.text}>
            <button
              type="button"
              class={styles['suggestion']}
              aria-pressed={
                text.value === one.text && emoji.value?.emoji_code === one.emoji.emoji_code
              }
              onClick={() => {
                text.value = one.text
                emoji.value = one.emoji
              }}
            >
              <EmojiGlyph emoji={one.emoji} />
              {one.text}
            </button>
          </li>
        ))}
      </ul>
      {isChoosing.value && emojiButton.current && (
        <EmojiPicker
          anchor={emojiButton.current}
          onChoose={(chosen) => (emoji.value = chosen)}
          onClose={() => (isChoosing.value = false)}
        />
      )}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </Dialog>
  )
}

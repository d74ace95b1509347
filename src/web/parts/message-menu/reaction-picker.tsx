import { useApp } from '../../context/app'
import type { Message } from '../../data/records/message'
import { EmojiPicker } from '../emoji-picker/emoji-picker'

interface ReactionPickerProps {
  message: Message
  anchor: HTMLElement
  onClose: () => void
}

/** Emoji picker for a reaction. */
export function ReactionPicker({ message, anchor, onClose }: ReactionPickerProps) {
  const { actions } = useApp()
  return (
    <EmojiPicker
      anchor={anchor}
      onChoose={(emoji) => void actions.toggleReaction(message, emoji)}
      onClose={onClose}
    />
  )
}

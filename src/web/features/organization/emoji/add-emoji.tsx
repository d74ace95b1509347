import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callWithFile } from '../../../data/api/call-with-file'
import { useApp } from '../../../context/app'
import type { EmojiTable } from '../../../data/emoji/table'
import * as t from '../../../texts/catalog'
import { FieldFrame, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { PictureField } from '../../../ui/picture-field/picture-field'
import styles from './emoji.module.css'

interface Chosen {
  content: Blob
  name: string
  address: string
}

/** Form for a custom emoji, with a preview. */
export function AddEmoji() {
  const { loadEmojiTable } = useApp()
  const picture = useSignal<Chosen | undefined>(undefined)
  const table = useSignal<EmojiTable | undefined>(undefined)
  const form = useForm('emoji/add', { name: '', picture: '' })
  const { name } = form.values.value
  const wanted = nameFrom(name)

  useEffect(() => {
    loadEmojiTable().then(
      (loaded) => (table.value = loaded),
      () => undefined,
    )
    return () => forget(picture.peek())
  }, [])

  async function add(): Promise<void> {
    if (wanted === '') throw new FieldRefusal('name', t.form.required)
    const chosen = picture.peek()
    if (!chosen) throw new FieldRefusal('picture', t.emojiAdmin.choosePicture)
    await callWithFile('POST /realm/emoji/{emoji_name}', { emoji_name: wanted }, chosen)
    forget(chosen)
    picture.value = undefined
  }

  const isUsual = table.value?.byName.has(wanted) ?? false
  return (
    <Form
      form={form}
      label={t.emojiAdmin.add}
      submit={t.emojiAdmin.add}
      onSubmit={add}
      fieldOf={({ message }) => (/image|file/i.test(message) ? 'picture' : 'name')}
    >
      <FieldFrame label={t.emojiAdmin.picture} refusal={form.refusals.value['picture']}>
        {(tie) => (
          <div id={tie.id} class={styles['chooser']}>
            <PictureField
              label={t.emojiAdmin.picture}
              maxMegabytes={5}
              onChoose={async (content, file) => {
                forget(picture.peek())
                picture.value = { content, name: file, address: URL.createObjectURL(content) }
                form.set('picture', file)
                if (name === '') form.set('name', nameFrom(file.replace(/\.\w+$/, '')))
              }}
            >
              {picture.value && (
                <span class={styles['preview']} role="img" aria-label={t.emojiAdmin.preview}>
                  <img src={picture.value.address} alt="" width={64} height={64} />
                  <span>
                    Hi <img src={picture.value.address} alt="" width={20} height={20} />
                  </span>
                  <span class={styles['reaction']}>
                    <img src={picture.value.address} alt="" width={17} height={17} /> 1
                  </span>
                </span>
              )}
            </PictureField>
          </div>
        )}
      </FieldFrame>
      <TextField
        name="name"
        label={t.emojiAdmin.name}
        hint={isUsual ? t.emojiAdmin.replaces : t.emojiAdmin.nameHint}
        maxLength={100}
      />
    </Form>
  )
}

/** Converts typed text to a valid name: `Party Parrot` becomes `party_parrot`. */
function nameFrom(text: string): string {
  return text.trim().replace(/^:|:$/g, '').toLowerCase().replace(/\s+/g, '_')
}

function forget(chosen: Chosen | undefined): void {
  if (chosen) URL.revokeObjectURL(chosen.address)
}

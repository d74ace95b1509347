import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { FieldFrame, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import type { Linkifier } from '../../../data/records/state'
import { tryLinkifier } from './try-linkifier'
import styles from './linkifiers.module.css'

interface LinkifierFormProps {
  /** The linkifier to edit; undefined adds one. */
  linkifier?: Linkifier
  onSaved?: () => void
}

/** Pattern and URL template of a linkifier, with a live test. */
export function LinkifierForm({ linkifier, onSaved }: LinkifierFormProps) {
  const form = useForm(`linkifiers/${linkifier ? String(linkifier.id) : 'add'}`, {
    pattern: linkifier?.pattern ?? '',
    url_template: linkifier?.url_template ?? '',
  })
  const example = useSignal('')
  const { pattern, url_template: template } = form.values.value

  return (
    <Form
      form={form}
      label={linkifier ? t.linkifiers.editOf(linkifier.pattern) : t.linkifiers.add}
      submit={linkifier ? t.form.save : t.linkifiers.add}
      isOfChanges={linkifier !== undefined}
      onSaved={onSaved}
      fieldOf={({ message }) => (/URL|template/i.test(message) ? 'url_template' : 'pattern')}
      onSubmit={(values) => {
        for (const field of ['pattern', 'url_template'] as const) {
          if (values[field].trim() === '') throw new FieldRefusal(field, t.form.required)
        }
        return linkifier
          ? call('PATCH /realm/filters/{filter_id}', { filter_id: linkifier.id, ...values })
          : call('POST /realm/filters', values)
      }}
    >
      <TextField name="pattern" label={t.linkifiers.pattern} hint={t.linkifiers.patternHint} />
      <TextField
        name="url_template"
        label={t.linkifiers.template}
        hint={t.linkifiers.templateHint}
      />
      <FieldFrame label={t.linkifiers.example}>
        {(tie) => (
          <input
            class="field"
            type="text"
            {...tie}
            value={example.value}
            onInput={(event) => (example.value = event.currentTarget.value)}
          />
        )}
      </FieldFrame>
      {example.value !== '' && pattern !== '' && (
        <Trial pattern={pattern} template={template} text={example.value} />
      )}
    </Form>
  )
}

function Trial(props: { pattern: string; template: string; text: string }) {
  const { pattern, template, text } = props
  const matches = matchesOf(pattern, template, text)
  if (typeof matches === 'string') return <p role="status">{matches}</p>
  return (
    <ul class={styles['trial']} role="status" aria-label={t.linkifiers.result}>
      {matches.map((match, index) => (
        <li key={index}>
          <code>{match.text}</code> {t.linkifiers.becomes} <code>{match.address}</code>
        </li>
      ))}
    </ul>
  )
}

function matchesOf(pattern: string, template: string, text: string) {
  try {
    const found = tryLinkifier(pattern, template, text)
    return found.length > 0 ? found : t.linkifiers.exampleNone
  } catch {
    return t.linkifiers.exampleBad
  }
}

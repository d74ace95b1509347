import { useSignal } from '@preact/signals'
import * as t from '../../texts/catalog'
import { NumberField, SelectField, TextField } from '../../ui/form/fields'
import { useFormState } from '../../ui/form/form'
import { Preview } from '../../parts/preview/preview'
import { retentionChoices } from './stream-choices'
import styles from './streams.module.css'

interface DescriptionFieldProps {
  maxLength: number
  disabled?: boolean
}

/** Description of a stream (form key `description`), with a preview. */
export function DescriptionField({ maxLength, disabled }: DescriptionFieldProps) {
  const { description } = useFormState().values.value
  const isPreviewed = useSignal(false)
  const text = typeof description === 'string' ? description : ''
  return (
    <div class={styles['described']}>
      <TextField
        name="description"
        label={t.newStream.description}
        hint={t.newStream.descriptionHint}
        lines={3}
        maxLength={maxLength}
        disabled={disabled}
      />
      {disabled !== true && (
        <button
          type="button"
          class="button"
          aria-pressed={isPreviewed.value}
          onClick={() => (isPreviewed.value = !isPreviewed.value)}
        >
          {t.streamGeneral.preview}
        </button>
      )}
      {isPreviewed.value && <Preview text={text} label={t.streamGeneral.previewOf} />}
    </div>
  )
}

/** Message retention of a stream (form keys `retention` and `days`). */
export function RetentionFields({ disabled, hint }: { disabled?: boolean; hint?: string }) {
  const form = useFormState()
  return (
    <>
      <SelectField
        name="retention"
        label={t.newStream.retention}
        choices={retentionChoices}
        disabled={disabled}
        hint={hint}
      />
      {form.values.value['retention'] === 'days' && (
        <NumberField name="days" label={t.newStream.days} min={1} disabled={disabled} />
      )}
    </>
  )
}

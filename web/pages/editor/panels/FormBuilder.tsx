import { useDeferredValue, useMemo, useState } from 'react'
import { generatePath } from 'react-router-dom'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { consentText, Exchange } from '../../../../card/parts/ExchangeForm.tsx'
import { english } from '../../../../card/words/en.ts'
import type { PublicCard } from '../../../../schema/card.ts'
import type { FormConfig } from '../../../../schema/form.ts'
import { screens } from '../../../../schema/screens.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type Draft, type PanelProps, toPublicCard } from '../draft.ts'
import { FormFields } from './FormFields.tsx'
import { PanelSection } from './PanelSection.tsx'

/** Configures the card's contact form, with a preview. */
export function FormBuilder({ card, draft, change, errors }: PanelProps) {
  const form = draft.formConfig
  const on = hasForm(draft)
  // Deferred, so that input stays responsive.
  const deferred = useDeferredValue(draft)
  const preview = useMemo(
    () => <FormPreview card={toPublicCard(card, deferred)} />,
    [card, deferred],
  )
  const [last, setLast] = useState(on ? form.fields : defaultFields)
  const edit = (fields: Partial<FormConfig>) => change({ formConfig: { ...form, ...fields } })
  const toggle = (enabled: boolean) => {
    if (on) setLast(form.fields)
    edit({ fields: enabled ? last : [] })
  }
  return (
    <PanelSection title="Exchange contact" text="Let visitors send you their details.">
      <Switch
        label="Show the form"
        hint={on ? 'Visitors see it on the card.' : 'The card has no form.'}
        checked={on}
        onChange={toggle}
      />
      {on && (
        <div className="form-builder">
          <div className="panel-stack">
            <FormFields form={form} onEdit={(fields) => edit({ fields })} errors={errors} />
            <TextField
              label="Consent sentence"
              hint={`Shown above Send. Default: “${consentText({ ...draft, formConfig: { ...form, consent: null } }, english)}”`}
              optional
              multiline={3}
              max={500}
              value={form.consent}
              error={errors['formConfig.consent']}
              onChange={(text) => edit({ consent: text || null })}
            />
            <TextField
              label="Thank-you text"
              hint={`Shown after sending. Default: “${english.sent}”`}
              optional
              multiline={2}
              max={300}
              value={form.thanks}
              error={errors['formConfig.thanks']}
              onChange={(text) => edit({ thanks: text || null })}
            />
          </div>
          {hasForm(deferred) && preview}
        </div>
      )}
      <div className="row">
        <LinkButton to={generatePath(screens.inbox.path, { id: String(card.id) })}>
          <Icon name="inbox" size={18} />
          Open the inbox
        </LinkButton>
        <p className="field-hint">Form submissions arrive there.</p>
      </div>
    </PanelSection>
  )
}

function hasForm({ formConfig }: Draft): boolean {
  return formConfig.fields.length > 0
}

const defaultFields: FormConfig['fields'] = [
  { key: 'name', label: null, required: true },
  { key: 'email', label: null, required: true },
  { key: 'message', label: null, required: false },
]

/** An inert preview of the form in the card's theme. */
function FormPreview({ card }: { card: PublicCard }) {
  return (
    <figure className="stack form-preview">
      <figcaption className="field-hint">Preview</figcaption>
      <div className="thumb" aria-hidden="true" inert>
        <div className="bc-page" data-theme={card.theme}>
          <div className="bc">
            <div className="form-preview-page">
              <Exchange card={card} words={english} open />
            </div>
          </div>
        </div>
      </div>
      <p className="field-hint">
        After sending: <bdi>{card.formConfig.thanks ?? english.sent}</bdi>
      </p>
    </figure>
  )
}

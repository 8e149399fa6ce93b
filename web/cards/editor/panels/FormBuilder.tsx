import { useDeferredValue, useMemo, useState } from 'react'
import { generatePath } from 'react-router-dom'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { consentText, Exchange, fieldLabel } from '../../../../card/parts/ExchangeForm.tsx'
import type { CardWords } from '../../../../card/words/en.ts'
import type { PublicCard } from '../../../../schema/cards/card.ts'
import {
  defaultForm,
  type FormConfig,
  type FormFieldKey,
  formFieldKeys,
  formFieldLabels,
} from '../../../../schema/inbox/form.ts'
import { directionOf } from '../../../../schema/language.ts'
import { screens } from '../../../../schema/screens.ts'
import { Trans } from '../../../messages/Trans.tsx'
import { t, translated } from '../../../messages/t.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toPublicCard } from '../audience/audience.ts'
import { ReachButton } from '../audience/ReachButton.tsx'
import type { Draft, PanelProps } from '../draft.ts'
import { CardTextField } from '../languages/TranslatedField.tsx'
import { useWords } from '../languages/useWords.ts'
import { PanelSection } from './PanelSection.tsx'

type FormField = FormConfig['fields'][number]

/** Configures the card's contact form, with a preview. */
export function FormBuilder(panel: PanelProps) {
  const { card, draft, change, language = draft.language } = panel
  const words = useWords(language)
  const form = draft.formConfig
  const on = hasForm(draft)
  // Deferred, so that input stays responsive.
  const deferred = useDeferredValue(draft)
  const preview = useMemo(
    () => <FormPreview card={toPublicCard(card, deferred, { language })} words={words} />,
    [card, deferred, language, words],
  )
  const [last, setLast] = useState(on ? form.fields : defaultForm.fields)
  const edit = (fields: Partial<FormConfig>) => change({ formConfig: { ...form, ...fields } })
  const toggle = (enabled: boolean) => {
    if (on) setLast(form.fields)
    edit({ fields: enabled ? last : [] })
  }
  return (
    <PanelSection
      title={t('Exchange contact')}
      text={t('Let visitors send you their details.')}
      action={<ReachButton panel={panel} field="formConfig" />}
    >
      <Switch
        label={t('Show the form')}
        hint={on ? t('Visitors see it on the card.') : t('The card has no form.')}
        checked={on}
        onChange={toggle}
      />
      {on && (
        <div className="form-builder">
          <div className="panel-stack">
            <FormFields panel={panel} words={words} onEdit={(fields) => edit({ fields })} />
            <FormTexts panel={panel} words={words} onEdit={edit} />
          </div>
          {hasForm(deferred) && preview}
        </div>
      )}
      <div className="row">
        <LinkButton to={generatePath(screens.inbox.path, { id: String(card.id) })} icon="inbox">
          {t('Open the inbox')}
        </LinkButton>
        <p className="field-hint">{t('Form submissions arrive there.')}</p>
      </div>
    </PanelSection>
  )
}

/** The consent sentence and the thank-you text. */
function FormTexts({
  panel: { draft, errors },
  words,
  onEdit,
}: {
  panel: PanelProps
  words: CardWords
  onEdit: (fields: Partial<FormConfig>) => void
}) {
  const form = draft.formConfig
  const withoutConsent = { ...draft, formConfig: { ...form, consent: null } }
  return (
    <>
      <CardTextField
        of={{ name: 'consent' }}
        label={t('Consent sentence')}
        hint={t('Shown above Send. Default: “{consentText}”', {
          consentText: consentText(withoutConsent, words),
        })}
        optional
        multiline={3}
        max={500}
        value={form.consent}
        error={errors['formConfig.consent']}
        onChange={(text) => onEdit({ consent: text || null })}
      />
      <CardTextField
        of={{ name: 'thanks' }}
        label={t('Thank-you text')}
        hint={t('Shown after sending. Default: “{sent}”', { sent: words.sent })}
        optional
        multiline={2}
        max={300}
        value={form.thanks}
        error={errors['formConfig.thanks']}
        onChange={(text) => onEdit({ thanks: text || null })}
      />
    </>
  )
}

function hasForm({ formConfig }: Draft): boolean {
  return formConfig.fields.length > 0
}

/** An inert preview of the form in the card's theme. */
function FormPreview({ card, words }: { card: PublicCard; words: CardWords }) {
  return (
    <figure className="stack form-preview">
      <figcaption className="field-hint">{t('Preview')}</figcaption>
      <div
        className="thumb"
        aria-hidden="true"
        inert
        lang={words.language}
        dir={directionOf(card.language)}
      >
        <div className="bc-page" data-theme={card.theme}>
          <div className="bc">
            <div className="form-preview-page">
              <Exchange card={card} words={words} open />
            </div>
          </div>
        </div>
      </div>
      <p className="field-hint">
        <Trans
          id="After sending: <bdi>{thanks}</bdi>"
          values={{ thanks: card.formConfig.thanks ?? words.sent }}
        />
      </p>
    </figure>
  )
}

/** The fields of the form in order, and buttons to add more. */
function FormFields({
  panel,
  words,
  onEdit,
}: {
  panel: PanelProps
  words: CardWords
  onEdit: (fields: FormField[]) => void
}) {
  const { errors, language } = panel
  const { fields } = panel.draft.formConfig
  const [added, setAdded] = useState<FormFieldKey>()
  const edit = (at: number, change: Partial<FormField>) =>
    onEdit(fields.map((field, index) => (index === at ? { ...field, ...change } : field)))
  return (
    <>
      <SortableList
        label={t('Form fields')}
        layout="lines"
        items={fields}
        max={formFieldKeys.length}
        nameOf={(field) => field.label ?? translated(formFieldLabels[field.key])}
        titleOf={(field, index) => (
          <FieldTitle
            field={field}
            words={words}
            language={language}
            autoFocus={field.key === added}
            error={errors[`formConfig.fields.${index}.label`]}
            onLabel={(label) => edit(index, { label: label || null })}
          />
        )}
        // The switch above turns the form off, so the last field stays.
        min={1}
        onChange={onEdit}
      >
        {(field, index) => (
          <Switch
            label={t('Required')}
            about={field.label ?? translated(formFieldLabels[field.key])}
            // The pressed Add button is removed, so focus moves here; for a question, to its label.
            autoFocus={field.key === added && !isQuestion(field.key)}
            checked={field.required}
            onChange={(required) => edit(index, { required })}
          />
        )}
      </SortableList>
      <AddFieldButtons
        fields={fields}
        onAdd={(key) => {
          setAdded(key)
          onEdit([...fields, { key, label: null, required: false }])
        }}
      />
    </>
  )
}

/** A field's name; for a question or a translation, an input for its label. */
function FieldTitle({
  field: { key, label },
  words,
  language,
  onLabel,
  ...rest
}: {
  field: FormField
  words: CardWords
  language: string | undefined
  autoFocus: boolean
  error: string | undefined
  onLabel: (label: string) => void
}) {
  const name = translated(formFieldLabels[key])
  if (!isQuestion(key) && !language) return <strong>{name}</strong>
  return (
    <CardTextField
      {...rest}
      of={{ name: 'labels', key }}
      label={name}
      hint={language && t('Default: “{label}”', { label: fieldLabel(words, key) })}
      placeholder={isQuestion(key) ? t('Where did we meet?') : fieldLabel(words, key)}
      max={(label?.length ?? 0) > 90 ? 120 : undefined}
      value={label}
      onChange={onLabel}
    />
  )
}

function AddFieldButtons({
  fields,
  onAdd,
}: {
  fields: FormField[]
  onAdd: (key: FormFieldKey) => void
}) {
  const unusedKeys = formFieldKeys.filter((key) => !fields.some((field) => field.key === key))
  if (unusedKeys.length === 0) return null
  return (
    <div className="actions">
      {unusedKeys.map((key) => (
        <Button key={key} size="small" onClick={() => onAdd(key)}>
          <Icon name="plus" size={16} />
          {t('Add {field}', { field: translated(formFieldLabels[key]) })}
        </Button>
      ))}
    </div>
  )
}

function isQuestion(key: FormFieldKey): boolean {
  return key === 'question1' || key === 'question2'
}

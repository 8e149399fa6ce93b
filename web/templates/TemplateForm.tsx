import type { Template } from '../../schema/templates/template.ts'
import { useUser } from '../accounts/data/session.ts'
import { useCard } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { TextField } from '../ui/TextField.tsx'
import { systemAdminOnly } from './labels.ts'
import { RuleRows } from './RuleRows.tsx'
import type { TemplateDraft } from './useTemplateDraft.ts'

// Only a new template selects its model.
const ModelField = lazyWithPreload(
  () => import('./ModelField.tsx'),
  'ModelField',
  <div className="skeleton skeleton-row" aria-busy />,
)

/** A template's name, model card and rules. */
export function TemplateForm({
  draft: { draft, dirty, objections, errors, failure, busy, ...change },
  stored,
  onSave,
  onReload,
}: {
  draft: TemplateDraft
  stored?: Template
  onSave: () => void
  onReload?: () => void
}) {
  const { card, error } = useCard(draft.cardId)
  const level = useUser().user?.accessLevel ?? 0
  const onlyFive = stored !== undefined && stored.level > level
  return (
    <form
      className="form template-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || onlyFive) return
        onSave()
        const invalid = objections.name ? 'input' : objections.cardId && 'select'
        if (invalid) event.currentTarget.querySelector<HTMLElement>(invalid)?.focus()
      }}
    >
      <section className="panel template-head" aria-label={t('Template')}>
        <TextField
          label={t('Name')}
          hint={t('Owners see it above their card.')}
          autoComplete="off"
          value={draft.name}
          error={errors.name}
          onChange={change.setName}
        />
        {stored ? (
          <StoredModel card={card} missing={error !== undefined} cardId={stored.cardId} />
        ) : (
          <ModelField
            cardId={draft.cardId}
            chosen={card}
            error={errors.cardId}
            onChoose={change.setCardId}
          />
        )}
      </section>
      {draft.cardId && !card && !error ? (
        // The card's values would move the rules while one is being pressed.
        <div className="skeleton skeleton-row" aria-busy />
      ) : (
        <RuleRows card={card} rules={draft.rules} onRule={change.setRule} />
      )}
      {failure && (
        <Note kind="bad" title={t('Template not saved')}>
          {failure.text}{' '}
          {failure.stale && (
            <Trans
              id="Your changes are kept. <button>Reload</button>"
              components={{ button: <Button size="small" onClick={onReload} /> }}
            />
          )}
        </Note>
      )}
      <SaveRow unchanged={stored !== undefined && !dirty} onlyFive={onlyFive} busy={busy} />
    </form>
  )
}

function SaveRow({
  unchanged,
  onlyFive,
  busy,
}: {
  unchanged: boolean
  onlyFive: boolean
  busy: boolean
}) {
  const hint = unchanged
    ? t("Save to copy the model card's values again. Cards get them with the next run.")
    : t('Saving does not change any card. The trial run shows what would change.')
  return (
    <div className="template-foot">
      <p className="field-hint" id="template-save">
        {onlyFive ? systemAdminOnly.template : hint}
      </p>
      <Button
        type="submit"
        kind="primary"
        busy={busy && t('Saving...')}
        aria-disabled={onlyFive || undefined}
        aria-describedby="template-save"
      >
        {unchanged ? t('Copy values again') : t('Save template')}
      </Button>
    </div>
  )
}

function StoredModel({
  card,
  missing,
  cardId,
}: {
  card: { name: string | null; slug: string } | undefined
  missing: boolean
  cardId: number
}) {
  if (!card && missing)
    return (
      <Note kind="warn" title={t('The model card cannot be loaded')}>
        {t(
          'If it was deleted, you can still run this template, but not save it. Create a new template from another card.',
        )}
      </Note>
    )
  return (
    <div className="template-model">
      <div>
        <span className="field-label">{t('Model card')}</span>
        <p dir="auto">{card ? (card.name ?? card.slug) : '…'}</p>
      </div>
      <LinkButton to={`/card-editor/${cardId}`} size="small">
        {t('Edit the model card')}
      </LinkButton>
    </div>
  )
}

import { useState } from 'react'
import type { Template } from '../../schema/templates/template.ts'
import { useUser } from '../accounts/data/session.ts'
import { useCard } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { LoadingPanel } from '../shell/ErrorPanel.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, Link, LinkButton } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { EmptyState, Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { deleteTemplate, useTemplates } from './data.ts'
import { systemAdminOnly } from './labels.ts'

/** The templates with which administrators manage fields of their teams' cards. */
export function TemplatesPage() {
  return (
    <div className="page">
      <PageHeader
        title={t('Card templates')}
        text={t("Decide, field by field, what a team's cards share.")}
        back={{ to: '/users', label: t('Back to User Management') }}
      >
        <LinkButton to="/templates/new" kind="primary" icon="plus">
          {t('New template')}
        </LinkButton>
      </PageHeader>
      <Content />
    </div>
  )
}

function Content() {
  const { templates, error, revalidate } = useTemplates()
  const [deleting, setDeleting] = useState<Template>()
  if (!templates)
    return <LoadingPanel title={t('Error loading templates')} error={error} onRetry={revalidate} />
  if (templates.length === 0)
    return (
      <EmptyState
        icon="copy"
        title={t('No templates yet')}
        text={t('Design one card, then create a template from it.')}
      />
    )
  return (
    <>
      <ul className="stack" data-gap="3">
        {templates.map((template) => (
          <Row key={template.id} template={template} onDelete={() => setDeleting(template)} />
        ))}
      </ul>
      {deleting && (
        <DeleteTemplateDialog template={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

function Row({ template, onDelete }: { template: Template; onDelete: () => void }) {
  const { id, name, cardId, cards, updatedAt } = template
  const { card, error } = useCard(cardId)
  const needsSystemAdmin = template.level > (useUser().user?.accessLevel ?? 0)
  const why = `only-${id}`
  return (
    <li className="panel row template-row">
      <div>
        <h2 dir="auto">
          <Link to={`/templates/${id}`}>{name}</Link>
        </h2>
        <p>
          <Trans
            id="Model card: <bdi>{name}</bdi>"
            values={{ name: card ? (card.name ?? card.slug) : error ? t('deleted') : '…' }}
          />
        </p>
        <p>
          <Trans
            id="{use}, updated <time>{time}</time>"
            values={{
              use:
                cards === 0
                  ? t('Not used yet')
                  : t('On {cards, plural, one {# card} other {# cards}}', { cards }),
              time: formatTimeInSentence(updatedAt),
            }}
            components={{ time: <time dateTime={updatedAt} /> }}
          />
        </p>
        {needsSystemAdmin && (
          <p className="field-hint" id={why}>
            {systemAdminOnly.template}
          </p>
        )}
      </div>
      <LinkButton to={`/templates/${id}?tab=trial`} size="small">
        <Trans id="Trial run<span> of {name}</span>" values={{ name }} />
      </LinkButton>
      <Button
        kind="danger-text"
        size="small"
        label={t('Delete {name}', { name })}
        aria-disabled={needsSystemAdmin || undefined}
        aria-describedby={needsSystemAdmin ? why : undefined}
        onClick={needsSystemAdmin ? undefined : onDelete}
        icon="trash"
      />
    </li>
  )
}

function DeleteTemplateDialog({
  template: { id, name, cards },
  onClose,
}: {
  template: Template
  onClose: () => void
}) {
  const { attempt, busy, failure } = useSubmit(t('Deletion failed'))
  const confirm = () =>
    void attempt(async () => {
      await deleteTemplate(id)
      toast(t('Template deleted'), t('Cards keep their values.'))
      onClose()
    })
  const given =
    cards === 0
      ? t('No card uses it.')
      : t('{cards, plural, one {# card uses it.} other {# cards use it.}}', { cards })
  return (
    <ConfirmDialog
      title={t('Delete the template {name}?', { name })}
      text={t(
        '{given} Cards keep their values, and their owners can change all of them again. Its runs can no longer be undone.',
        { given },
      )}
      action={t('Delete template')}
      busy={busy && t('Deleting...')}
      error={failure && <Note kind="bad">{failure}</Note>}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}

import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Template } from '../../schema/templates/template.ts'
import { t } from '../messages/t.ts'
import { LoadingPanel } from '../shell/ErrorPanel.tsx'
import { DiscardChangesDialog, useLeaveGuard } from '../shell/LeaveGuard.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { EmptyState } from '../ui/Notes.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { useTemplates } from './data.ts'
import { TemplateForm, useTemplateDraft } from './TemplateForm.tsx'

/** A template's rules and runs; `new` in the URL creates one. */
export function TemplatePage() {
  const { id } = useParams()
  return id === 'new' ? <NewTemplate /> : <StoredTemplate key={id} id={Number(id)} />
}

const TrialRun = lazyWithPreload(() => import('./TrialRun.tsx'), 'TrialRun', <TrialSkeleton />)

const back = { to: '/templates', label: t('Back to card templates') }

function NewTemplate() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const cardId = Number(search.get('card')) || undefined
  const draft = useTemplateDraft({ name: '', rules: {}, cardId })
  const save = async () => {
    const saved = await draft.save()
    if (saved) void navigate(`/templates/${saved.id}?tab=trial`, { replace: true })
  }
  return (
    <div className="page">
      <PageHeader
        title={t('New template')}
        text={t('Values are copied from the model card when the template is saved.')}
        back={back}
      />
      <TemplateForm draft={draft} onSave={() => void save()} />
      <LeaveGuard active={draft.dirty} within="^/templates/new" />
    </div>
  )
}

function StoredTemplate({ id }: { id: number }) {
  const { templates, error, revalidate } = useTemplates()
  const template = templates?.find((other) => other.id === id)
  if (template) return <OpenedTemplate template={template} onReload={revalidate} />
  return (
    <div className="page">
      <PageHeader title={t('Template')} back={back} />
      {templates ? (
        <EmptyState
          icon="copy"
          title={t('Template not found')}
          text={t('It was deleted. Cards keep their values.')}
        >
          <LinkButton to={back.to}>{t('All templates')}</LinkButton>
        </EmptyState>
      ) : (
        <LoadingPanel title={t('Error loading template')} error={error} onRetry={revalidate} />
      )}
    </div>
  )
}

function OpenedTemplate({
  template,
  onReload,
}: {
  template: Template
  onReload: () => Promise<unknown>
}) {
  const draft = useTemplateDraft(template)
  const reload = () => void onReload().then(draft.clearFailure)
  return (
    <div className="page">
      <PageHeader
        title={template.name}
        text={t('Values are copied from the model card when the template is saved.')}
        back={back}
      />
      <PageTabs
        label={t('Template sections')}
        tabs={[
          {
            value: 'rules',
            title: t('Rules'),
            content: (
              <TemplateForm
                draft={draft}
                stored={template}
                onSave={() => void draft.save()}
                onReload={reload}
              />
            ),
          },
          {
            value: 'trial',
            title: t('Trial run'),
            content: <TrialRun template={template} dirty={draft.dirty} onReload={reload} />,
          },
        ]}
      />
      <LeaveGuard active={draft.dirty} within={`^/templates/${template.id}(?![0-9])`} />
    </div>
  )
}

function TrialSkeleton() {
  return <div className="skeleton skeleton-row" role="status" aria-label={t('Loading')} aria-busy />
}

function LeaveGuard({ active, within }: { active: boolean; within: string }) {
  const guard = useLeaveGuard(active, within)
  return guard.leaving && <DiscardChangesDialog guard={guard} />
}

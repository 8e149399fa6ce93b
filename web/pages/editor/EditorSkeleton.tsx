import { PageHeader } from '../../shell/PageHeader.tsx'

/** The page's shape until the card is there. */
export function EditorSkeleton({ title }: { title: string }) {
  return (
    <div className="page">
      <PageHeader title={title} />
      <div className="editor-skeleton" role="status">
        <span className="hidden-text">Loading</span>
        <div className="skeleton" />
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    </div>
  )
}

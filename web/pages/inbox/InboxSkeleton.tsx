/** The list's shape while the entries are on their way. */
export function InboxSkeleton() {
  return (
    <div className="inbox-skeleton" role="status" aria-busy="true">
      <span className="hidden-text">Loading your inbox</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="skeleton" />
      ))}
    </div>
  )
}

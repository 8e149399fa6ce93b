/** The dashboard's shape while the cards are on their way. */
export function DashboardSkeleton() {
  return (
    <div className="dashboard-top" role="status" aria-busy="true">
      <span className="hidden-text">Loading your cards</span>
      <div className="panel first-card">
        <div className="skeleton skeleton-heading" />
        <div className="skeleton first-card-thumb" />
        <div className="first-card-facts">
          <div>
            <div className="skeleton skeleton-title" />
            <div className="skeleton skeleton-line" />
          </div>
          <div className="first-card-actions">
            <div className="skeleton skeleton-button" />
            <div className="skeleton skeleton-button" />
          </div>
        </div>
      </div>
      <div className="tiles">
        {['cards', 'views', 'saves', 'level'].map((tile) => (
          <div key={tile} className="panel tile">
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-figure" />
          </div>
        ))}
      </div>
    </div>
  )
}

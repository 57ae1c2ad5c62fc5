/** The logo of Accord: two lines that match except for one segment. */
export function Logo() {
  return (
    <span className="grid size-6 flex-none place-items-center rounded-md bg-primary forced-color-adjust-none">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" fill="var(--on-primary)">
        <rect x="1.5" y="3.6" width="13" height="3.2" rx="1.6" />
        <rect x="1.5" y="9.2" width="8.4" height="3.2" rx="1.6" />
        <rect x="11.3" y="9.2" width="3.2" height="3.2" rx="1.6" opacity=".55" />
      </svg>
    </span>
  )
}

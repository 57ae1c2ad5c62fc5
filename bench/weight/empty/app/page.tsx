/** The smallest page that Next can render, whose scripts are the baseline for ours. */
export default function Page() {
  return <h1>Empty</h1>
}

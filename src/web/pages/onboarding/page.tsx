export function OnboardingPage() {
  return <h1>Set up</h1>;
}

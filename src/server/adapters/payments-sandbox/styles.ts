export const styles = '';

"""The tournament server: tournaments stored in the database and played at live tables."""

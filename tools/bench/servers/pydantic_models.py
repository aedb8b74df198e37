"""The same endpoints as FastAPI's users write them: pydantic models, on uvicorn."""

import os
from typing import Annotated
from uuid import UUID

import uvicorn
from fastapi import FastAPI, Header, HTTPException, Query
from pydantic import AnyHttpUrl, BaseModel, EmailStr, Field


class User(BaseModel):
    name: str
    age: int = Field(ge=0, le=120)
    email: EmailStr
    website: AnyHttpUrl | None = None


class Page(BaseModel):
    page: int
    limit: int
    email_filter: str | None
    users: list


class Entrance(BaseModel):
    authenticated: bool
    token: str


app = FastAPI()


@app.post("/users/", status_code=201)
async def create_user(user: User) -> User:
    return user


@app.get("/users/")
async def list_users(
    page: Annotated[int, Query(ge=1)] = 1,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    email: EmailStr | None = None,
) -> Page:
    return Page(page=page, limit=limit, email_filter=email, users=[])


@app.get("/protected/")
async def get_protected(authorization: Annotated[str, Header(pattern="^Bearer ")]) -> Entrance:
    token = authorization.removeprefix("Bearer ")
    try:
        return Entrance(authenticated=True, token=f"{str(UUID(token))[:8]}...")
    except ValueError:
        raise HTTPException(401, "The bearer token must be a UUID")


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="error", access_log=False)
